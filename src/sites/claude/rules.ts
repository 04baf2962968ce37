import { rulesOf } from '../markdown';

/** What the generations of Claude's pages have in common. */
export const common = {
  prompt: '[data-testid="user-message"]',
  /** Outside the bubble, in two shapes for the same kinds of file. */
  file: '[class~="group/thumbnail"], [data-testid="file-thumbnail"], [data-cds="MessageAttachments"] > *',
  /** A card; the content is in the panel beside the conversation, and only while that is open. */
  artifact: '[class~="group/artifact-block"], [data-sheet-kind]',
  /** The first line is the card's title, the second its kind; of a search result the page's title, then its host. */
  name: '.line-clamp-1, h3, [class*="group/status"], [class*="group/row"] > :first-child, a > button > p',
  kind: '.line-clamp-1 ~ .line-clamp-1',
  citation: 'a[class*="group/tag"]',
  /** Beside the conversation, with the classes of an answer: it is none. */
  panel: '#markdown-artifact, #wiggle-file-content',
  /** Toolbars hold the pager of edits and retries, times and buttons. */
  actions:
    '[data-message-action-bar], [data-cds="MessageActions"], [role="toolbar"], [role="group"]:has([data-testid^="action-bar-"])',
} as const;

interface Own {
  readonly text: string;
  readonly tool: string;
  readonly reasoning: string;
  readonly citation?: string;
}

export const claudeRules = (own: Own) =>
  rulesOf({
    verbatim: `:is(${common.prompt}) p`,
    citation: common.citation,
    ...own,
    // The language's name stands above the code, outside its `pre`.
    code: 'pre',
    codeFrame: '[role="group"]:has(> * pre, > pre), div:has(> div > pre):not(.standard-markdown, :has(p))',
    file: common.file,
    artifact: common.artifact,
    name: common.name,
    kind: common.kind,
  });
