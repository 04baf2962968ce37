/** Never said by anyone: controls, icons, and what only screen readers or nobody at all is shown. */
const CHROME =
  'button, svg, script, style, template, iframe, textarea, select, [hidden], [role=status], .sr-only, .cdk-visually-hidden';

/** Selectors that a dialect adds to the common rules. */
export interface DialectRules {
  /** More chrome of this dialect. */
  readonly skip: string;
  /** What is a code block, as a whole with its header. */
  readonly code: string;
  /** What is inline code though it is no `code` element. */
  readonly inlineCode?: string;
}

export interface Rules {
  readonly skip: string;
  readonly code: string;
  readonly inlineCode: string;
}

export const rulesOf = ({ skip, code, inlineCode }: DialectRules): Rules => ({
  skip: `${CHROME}, ${skip}`,
  code,
  inlineCode: inlineCode ? `code, kbd, samp, ${inlineCode}` : 'code, kbd, samp',
});

export const isChrome = (element: Element): boolean => element.matches(CHROME);
