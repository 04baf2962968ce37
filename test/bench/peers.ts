import { mountedTurns } from '../../src/capture/mounted';
import { siteFor } from '../../src/sites';

/**
 * A content script that keeps a thread as other extensions do, by reading all of it again. It reads with our own reader,
 * so that the way is compared and not the reader, and hands nothing on, which is in its favour. Or it does nothing at
 * all: the least that anything can cost that watches a page.
 */

const DEBOUNCE = 300;

const site = siteFor(new URL(location.href));
const readAll = (): void => {
  const dialect = site?.dialects.find((each) => each.fits(document));
  if (dialect) mountedTurns(dialect).read(document);
};

let planned = false;
const debounced = (): void => {
  if (planned) return;
  planned = true;
  setTimeout(() => {
    planned = false;
    readAll();
  }, DEBOUNCE);
};

const ways: Record<string, () => void> = {
  debounced,
  'each change': readAll,
  'observer only': () => undefined,
};
new MutationObserver(ways[chrome.runtime.getManifest().name] ?? readAll).observe(document, {
  subtree: true,
  childList: true,
  characterData: true,
});
