import { isForm, queryAll } from '../markdown/dom';
import type { Site } from '../site';

/** Attributes whose values are names that the site's developers gave. Of all others only their being there is told. */
const STRUCTURAL = /^(?:class|role|type|data-testid|data-test-id)$/;
/** What tells a developer everything and nobody anything of anyone. */
const PLAIN = /^(?:user|human|assistant|model|bot|system|tool|true|false|\d{1,3})$/;
/** Drawn, not structured. */
const LEAVES = 'svg, math, .katex, script, style, noscript';
const LONGEST = 60_000;
const MOST_LINES = 3_000;

/**
 * The page's structure and not one word of its text: tags, attributes, class names. A value that shares a word with
 * anything the page shows is masked, unless it is one of the names that our own selectors ask for.
 */
export function skeletonOf(page: Document, site: Site): string {
  const shown = wordsOf(spokenIn(page));
  const selectors = site.dialects
    .flatMap((dialect) => [dialect.turn, ...Object.values(dialect.selectors)])
    .join(' ');
  const ours = wordsOf(selectors);
  const mask = (token: string): string => {
    const words = [...wordsOf(token)];
    const telling = words.some((word) => shown.has(word) && !ours.has(word));
    const structural =
      /^[A-Za-z_![@:-][\w![\]@:/.%#()>=&,+*-]{0,80}$/.test(token) && !/\d{4}|[0-9a-f]{8}/.test(token);
    return structural && !telling ? token : '…';
  };
  const asked = new Set(selectors.match(/(?<=\[)[\w-]+/g) ?? []);
  const isTold = (name: string): boolean => STRUCTURAL.test(name) || asked.has(name);
  const lines: string[] = [];
  const visit = (element: Element, depth: number): void => {
    if (depth > 80 || lines.length > MOST_LINES) return;
    lines.push(' '.repeat(depth) + describe(element, mask, isTold));
    if (element.matches(LEAVES)) return;
    const seen = new Map<string, number>();
    for (const child of element.children) {
      if (isForm(child)) {
        lines.push(`${' '.repeat(depth + 1)}<form>`);
        continue;
      }
      // Rows of a list look alike: three of them show what there is to see.
      const like = describe(child, mask, isTold);
      const before = seen.get(like) ?? 0;
      seen.set(like, before + 1);
      if (before < 3) visit(child, depth + 1);
      else if (before === 3) lines.push(`${' '.repeat(depth + 1)}(more like these)`);
    }
  };
  visit(page.documentElement, 0);
  return lines.join('\n').slice(0, LONGEST);
}

function describe(
  element: Element,
  mask: (token: string) => string,
  isTold: (name: string) => boolean,
): string {
  const attributes = element.getAttributeNames().map((name) => {
    const value = element.getAttribute(name) ?? '';
    if (!isTold(name) && !PLAIN.test(value)) return value === '' ? ` ${name}` : ` ${name}=…`;
    const tokens = value.split(/\s+/).filter(Boolean).map(mask);
    return tokens.length === 0 ? ` ${name}` : ` ${name}="${[...new Set(tokens)].join(' ')}"`;
  });
  const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
  return `<${element.localName}${attributes.join('')}>${text ? ' …' : ''}`;
}

/** Everything a person could read on the page, seen or heard, and whatever else is written in it. */
function spokenIn(page: Document): string {
  const written = queryAll(page, '*').flatMap((element) =>
    isForm(element)
      ? []
      : element
          .getAttributeNames()
          .flatMap((name) => (STRUCTURAL.test(name) ? [] : (element.getAttribute(name) ?? ''))),
  );
  return [page.title, page.body?.textContent ?? '', ...written].join(' ');
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
