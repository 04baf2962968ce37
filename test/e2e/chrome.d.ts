/** `chrome` as seen inside evaluate() callbacks, which run in the browser. */
declare const chrome: import('wxt/browser').WxtBrowser;
