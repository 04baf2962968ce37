import type { Site } from '../site';

/** Attributes whose values are written for people, or lead to their things: only their being there is told. */
const SPOKEN =
  /^(?:aria-label|aria-description|aria-valuetext|title|alt|placeholder|href|src|srcset|style|content|value|name|label|datetime|data-math|data-math-source|srcdoc|action|cite|d)$/;
/** Drawn, not structured. */
const LEAVES = 'svg, math, .katex, script, style, noscript';
const LONGEST = 60_000;

/**
 * The page's structure and not one word of its text: tags, attributes, class names. A value that shares a word with
 * anything the page shows is masked, unless it is one of the names that our own selectors ask for.
 */
export function skeletonOf(page: Document, site: Site): string {
  const shown = wordsOf(spokenIn(page));
  const ours = wordsOf(
    site.dialects.flatMap((dialect) => [dialect.turn, ...Object.values(dialect.selectors)]).join(' '),
  );
  const mask = (token: string): string => {
    const words = [...wordsOf(token)];
    const telling = words.some((word) => shown.has(word) && !ours.has(word));
    const structural =
      /^[A-Za-z_![@:-][\w![\]@:/.%#()>=&,+*-]{0,80}$/.test(token) && !/\d{4}|[0-9a-f]{8}/.test(token);
    return structural && !telling ? token : '…';
  };
  const lines: string[] = [];
  const visit = (element: Element, depth: number): void => {
    if (depth > 80) return;
    lines.push(' '.repeat(depth) + describe(element, mask));
    if (element.matches(LEAVES)) return;
    let repeated = '';
    for (const child of element.children) {
      // Rows of a list look alike: three of them show what there is to see.
      const like = describe(child, mask);
      const before = repeated.split('\n').filter((line) => line === like).length;
      repeated += `${like}\n`;
      if (before < 3) visit(child, depth + 1);
      else if (before === 3) lines.push(`${' '.repeat(depth + 1)}(more like these)`);
    }
  };
  visit(page.documentElement, 0);
  return lines.join('\n').slice(0, LONGEST);
}

function describe(element: Element, mask: (token: string) => string): string {
  const attributes = element.getAttributeNames().map((name) => {
    const value = element.getAttribute(name) ?? '';
    if (SPOKEN.test(name)) return ` ${name}=…`;
    const tokens = value.split(/\s+/).filter(Boolean).map(mask);
    return tokens.length === 0 ? ` ${name}` : ` ${name}="${[...new Set(tokens)].join(' ')}"`;
  });
  const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
  return `<${element.localName}${attributes.join('')}>${text ? ' …' : ''}`;
}

/** Everything a person could read on the page, seen or heard. */
function spokenIn(page: Document): string {
  const labels = [...page.querySelectorAll('*')].flatMap((element) =>
    element
      .getAttributeNames()
      .flatMap((name) => (SPOKEN.test(name) ? (element.getAttribute(name) ?? '') : [])),
  );
  return [page.title, page.body?.textContent ?? '', ...labels].join(' ');
}

const wordsOf = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).flatMap((word) => [word]));
