import type { Block } from '../../model/block';
import { queryAll } from './dom';
import { safeAddress } from './escape';
import { plainText } from './plain';
import type { Rules } from './rules';

/** A part of a turn that is something else than text: it becomes a block of its own. */
export function readPart(
  element: Element,
  rules: Rules,
  readInside: (root: Element) => string,
): Block | undefined {
  const is = (selector: string | undefined): boolean => selector !== undefined && element.matches(selector);
  if (is(rules.citation)) return citation(element, rules);
  if (is(rules.image)) return image(element);
  if (is(rules.file)) {
    const name = fileName(element, rules);
    const picture = image(element);
    if (name === '') return undefined;
    // A picture that does not bear the file's name is an icon.
    return { type: 'file', name, ...(picture?.alt === name && picture.url && { url: picture.url }) };
  }
  if (is(rules.artifact)) {
    const holder = rules.kind ? element.querySelector(rules.kind) : null;
    // Before the dot stands a word in the user's language, after it what kind of file it is.
    const kind = (holder ? plainText(holder) : '').split('·')[1]?.trim() ?? '';
    return { type: 'artifact', title: nameOf(element, rules), ...(kind !== '' && { kind }) };
  }
  // A source's pill under another name.
  if (element.tagName === 'A') return citation(element, rules);
  if (is(rules.reasoning)) {
    const markdown = readInside(element);
    return markdown === '' ? undefined : { type: 'reasoning', markdown };
  }
  const name = nameOf(element, rules);
  return name === '' ? undefined : { type: 'tool_call', name, markdown: '' };
}

/** The picture itself among its blurred and enlarged copies, which are hidden from screen readers. */
export function image(element: Element): Extract<Block, { type: 'image' }> | undefined {
  const pictures = element.tagName === 'IMG' ? [element] : queryAll(element, 'img:not([aria-hidden="true"])');
  const picture = pictures.find((each) => each.getAttribute('alt')) ?? pictures[0];
  if (!picture) return undefined;
  const url = safeAddress(picture.getAttribute('src') ?? '', picture.baseURI);
  return {
    type: 'image',
    alt: (picture.getAttribute('alt') ?? '').trim(),
    ...(url !== undefined && { url }),
  };
}

/** The link of a source. Its pill shows a favicon, a site's name and "+2": a title, not a part of the sentence. */
function citation(element: Element, rules: Rules): Block | undefined {
  const link = element.matches('a[href]') ? element : element.querySelector('a[href]');
  const url = link ? safeAddress(link.getAttribute('href') ?? '', link.baseURI) : undefined;
  const title = nameOf(element, rules).replace(/\s*\+\d+.*$/, '');
  if (url === undefined && title === '') return undefined;
  return { type: 'citation', ...(url !== undefined && { url }), ...(title !== '' && { title }) };
}

function fileName(element: Element, rules: Rules): string {
  const name = nameOf(element, rules);
  const ending = rules.extension ? element.querySelector(rules.extension) : null;
  const extension = ending ? plainText(ending).toLowerCase() : '';
  return extension === '' || name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
}

/** A part's name: where the dialect says, else its words, else what its picture or label calls it. */
function nameOf(element: Element, { name }: Rules): string {
  const holder = name ? element.querySelector(name) : null;
  const labelled = element.matches('[aria-label]') ? element : element.querySelector('[aria-label]');
  return (
    holder?.getAttribute('title')?.trim() ||
    (holder && plainText(holder)) ||
    holder?.getAttribute('aria-label')?.trim() ||
    plainText(element) ||
    element.querySelector('img[alt]:not([alt=""])')?.getAttribute('alt')?.trim() ||
    labelled?.getAttribute('aria-label')?.trim() ||
    element.textContent.replace(/\s+/g, ' ').trim() ||
    (element.getAttribute('title') ?? '')
  );
}

/** A link with a favicon, or whose words may be cut off, is a source's pill, by whatever name the site calls it today. */
export const isSourcePill = (link: Element): boolean =>
  link.firstElementChild !== null &&
  link.querySelector('img:not([alt]), img[alt=""], .truncate') !== null &&
  link.textContent.trim() !== '';
