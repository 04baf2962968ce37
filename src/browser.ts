/** The one door to the extension APIs, so that the polyfill behind it can be dropped in wxt.config.ts alone. */
export { type Browser, browser } from 'wxt/browser';
