import { MATH } from './math';

/** Never said by anyone: controls, icons, and what only screen readers or nobody at all is shown. */
const CHROME_TAGS = 'button, svg, script, style, template, iframe, textarea, select, mat-icon';
// Most elements have no role: one look instead of three.
const CHROME_SIGNS =
  'form, [hidden], [role]:is([role=status], [role=separator], [role=toolbar]), .sr-only, .cdk-visually-hidden';
export const CHROME = `${CHROME_TAGS}, ${CHROME_SIGNS}`;
const CODE_TAGS = 'code, kbd, samp';

/** Tags that always mean more than their place. In the query for marks, each would cost as much as all of these. */
export const MARKED_TAGS = new Set(`${CHROME_TAGS}, ${CODE_TAGS}`.split(', '));

/** What a dialect calls things, as selectors: a redesign of the site is a change of these. */
export interface DialectRules {
  /** The elements that hold what was said; whatever else stands in a turn is not its text. */
  readonly text: string;
  /** More chrome of this dialect. */
  readonly skip?: string;
  /** What is a code block, as a whole with its header. */
  readonly code: string;
  /** What holds a `pre` together with its header. Asked for only where there is a `pre`: such selectors are slow. */
  readonly codeFrame?: string;
  /** What is inline code though it is no `code` element. */
  readonly inlineCode?: string;
  /** Text that is shown with its own spaces and line breaks, as prompts are: it is taken as it was typed. */
  readonly verbatim?: string;
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
  readonly verbatim: string;
  /** All that is no plain text. */
  readonly special: string;
  /** All that a turn is read by. */
  readonly parts: string;
  /** All that may be the pill of a source. */
  readonly links: string;
  /** All else that is not told by its tag alone. */
  readonly marks: string;
  /** Both of these, without and with what holds a `pre`. */
  readonly any: string;
  readonly anyFramed: string;
}

const VERBATIM = '.whitespace-pre-wrap';

/** Matches nothing. */
const NOTHING = ':not(*)';

export function rulesOf(dialect: DialectRules): Rules {
  const { reasoning, tool, image, file, artifact, citation, code } = dialect;
  const anyOf = (...selectors: (string | undefined)[]): string =>
    selectors.filter(Boolean).join(', ') || NOTHING;
  const skip = anyOf(CHROME, dialect.skip);
  const inlineCode = anyOf(CODE_TAGS, dialect.inlineCode);
  const verbatim = anyOf(VERBATIM, dialect.verbatim);
  const special = anyOf(reasoning, tool, image, file, artifact, citation);
  const marks = anyOf(CHROME_SIGNS, dialect.skip, code, dialect.inlineCode, MATH, verbatim);
  return {
    ...dialect,
    code: anyOf(code, dialect.codeFrame),
    skip,
    inlineCode,
    verbatim,
    special,
    parts: anyOf(dialect.text, special),
    links: anyOf(citation, 'a[href]'),
    marks,
    any: anyOf(special, marks),
    anyFramed: anyOf(special, marks, dialect.codeFrame),
  };
}

/** What shows no words that a reading could be measured by: chrome, formulas, which are redrawn, and what is being typed. */
export const UNMEASURED = `${CHROME}, ${MATH}, [contenteditable], [role="textbox"]`;

/** What a reading is not measured by though the page shows it: chrome of the dialect, and parts known by their name. */
export const asideOf = ({ skip, tool, image, file, artifact, citation }: Rules): string =>
  [skip, tool, image, file, artifact, citation].filter(Boolean).join(', ');
