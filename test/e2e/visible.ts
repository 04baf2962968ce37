import type { Page } from '@playwright/test';

/** What one can read on a page: not what is repeated for those who do not see, no hidden page, no sidebar. */
export const visibleText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    const unseen = '.sr-only, .cdk-visually-hidden, .sidebar, script, [style*="display: none"]';
    for (const element of copy.querySelectorAll(unseen)) element.remove();
    return copy.textContent;
  });

/** Text without its spaces, which a page sets as it likes. */
export const squeezed = (text: string): string => text.replace(/\s+/g, '');
