import { MATH } from './math';

/** Never said by anyone: controls, icons, and what only screen readers or nobody at all is shown. */
const CHROME =
  'button, svg, script, style, template, iframe, textarea, select, mat-icon, [hidden], [role=status], [role=separator], [role=toolbar], .sr-only, .cdk-visually-hidden';

/** What a dialect calls things, as selectors: a redesign of the site is a change of these. */
export interface DialectRules {
  /** The elements that hold what was said; whatever else stands in a turn is not its text. */
  readonly text: string;
  /** More chrome of this dialect. */
  readonly skip?: string;
  /** What is a code block, as a whole with its header. */
  readonly code: string;
  /** What is inline code though it is no `code` element. */
  readonly inlineCode?: string;
  /** Each line of a prompt, where a site puts every line into an element of its own. */
  readonly line?: string;
  /** Parts that are something else than text. Their order in the turn is kept. */
  readonly reasoning?: string;
  readonly tool?: string;
  readonly image?: string;
  readonly file?: string;
  readonly artifact?: string;
  readonly citation?: string;
  /** Inside such a part: what holds its name, and for an artifact its kind. */
  readonly name?: string;
  /** Where a file's ending is shown apart from its name. */
  readonly extension?: string;
  readonly kind?: string;
}

/** The rules as the walker uses them: one selector for each question it asks of an element. */
export interface Rules extends DialectRules {
  readonly skip: string;
  readonly inlineCode: string;
  /** All that is no plain text. */
  readonly special: string;
  /** All that a turn is read by. */
  readonly parts: string;
}

/** Matches nothing. */
const NOTHING = ':not(*)';

export function rulesOf(dialect: DialectRules): Rules {
  const { reasoning, tool, image, file, artifact, citation } = dialect;
  const special = [reasoning, tool, image, file, artifact, citation].filter(Boolean).join(', ') || NOTHING;
  return {
    ...dialect,
    skip: dialect.skip ? `${CHROME}, ${dialect.skip}` : CHROME,
    inlineCode: dialect.inlineCode ? `code, kbd, samp, ${dialect.inlineCode}` : 'code, kbd, samp',
    special,
    parts: special === NOTHING ? dialect.text : `${dialect.text}, ${special}`,
  };
}

export const isChrome = (element: Element): boolean => element.matches(CHROME);

/** What shows no words of its own that a reading could be measured by: chrome, and formulas, which are redrawn. */
export const UNMEASURED = `${CHROME}, ${MATH}`;

/** What a reading is not measured by though the page shows it: chrome of the dialect, and parts known by their name. */
export const asideOf = ({ skip, tool, image, file, artifact, citation }: Rules): string =>
  [skip, tool, image, file, artifact, citation].filter(Boolean).join(', ');
