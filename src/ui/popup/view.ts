import type { Message } from '../../model/message';
import type { Pause, TabStatus } from '../../model/status';
import type { Thread } from '../../model/thread';
import { ASKED, pausedView, placeView, UNSUPPORTED } from './places';

export type Tone = 'live' | 'partial' | 'paused' | 'failed' | 'idle';

/** All that the popup shows, as data: one shape for every state, so that nothing jumps between them. */
export interface PopupView {
  readonly tone: Tone;
  readonly state: string;
  readonly title: string;
  readonly text?: string;
  readonly count?: string;
  readonly last?: { readonly at: number; readonly role: string; readonly excerpt: string };
  readonly notice?: string;
  readonly site?: string;
  /** What can be paused here, the narrowest first; or may something be resumed? */
  readonly pause?: readonly Choice[];
  readonly resume?: boolean;
  /** May the user ask for this conversation, which is not kept otherwise? */
  readonly keep?: boolean;
  /** Is a report on the page's structure worth copying? */
  readonly report?: boolean;
}

export interface Choice {
  readonly scope: Pause['scope'];
  readonly label: string;
}

export interface PopupFacts {
  /** `undefined`: nothing of ours runs in the tab. */
  readonly status: TabStatus | undefined;
  readonly thread?: Thread | undefined;
  readonly last?: Message | undefined;
  /** The popup itself could not open the store. */
  readonly unreadable?: boolean;
}

export function popupView({ status, thread, last, unreadable }: PopupFacts): PopupView {
  if (!status) return UNSUPPORTED;
  const site = status.siteName;
  const problem = status.problem ?? (unreadable ? 'storage-unavailable' : undefined);
  if (status.state === 'paused') return { ...pausedView(status), site };
  // Where nothing is kept anyway there is nothing to pause.
  const none = status.state === 'temporary' || status.state === 'private';
  const shared = { site, ...(!none && { pause: choices(status) }) };
  if (problem) {
    const about = thread ? kept(thread, last) : { title: 'Nothing saved yet' };
    return { ...about, ...trouble(problem, status.waiting), ...shared };
  }
  if (status.state !== 'capturing' || !thread)
    return { ...placeView(status), ...shared, ...(status.drift && drifted(status.drift, false)) };
  return {
    ...kept(thread, last),
    ...(status.asked && { text: ASKED }),
    ...shared,
    ...(status.drift && drifted(status.drift, true)),
  };
}

function choices({ siteName, threadKeys }: TabStatus): Choice[] {
  const wider: Choice[] = [
    { scope: 'site', label: `${siteName}, every conversation` },
    { scope: 'everywhere', label: 'Everywhere' },
  ];
  return threadKeys.length > 0 ? [{ scope: 'thread', label: 'This conversation' }, ...wider] : wider;
}

function kept(thread: Thread, last: Message | undefined): PopupView {
  const { ledger } = thread;
  return {
    tone: ledger.state === 'live' || ledger.state === 'complete' ? 'live' : 'partial',
    state: LEDGER_STATES[ledger.state],
    title: thread.title || 'Untitled conversation',
    count: countText(thread),
    ...(last && {
      last: {
        at: last.createdAt ?? last.firstSeenAt,
        role: last.role === 'user' ? 'You' : 'Answer',
        excerpt: excerpt(last.markdown),
      },
    }),
  };
}

/** `partial` knows that something is missing; `unknown` does not know whether. */
const LEDGER_STATES: { readonly [S in Thread['ledger']['state']]: string } = {
  live: 'Live',
  complete: 'Live',
  partial: 'Live, earlier messages not seen yet',
  unknown: 'Live, beginning not confirmed',
};

/** Never claims more than the ledger knows. */
function countText({ messageCount, ledger }: Thread): string {
  if (ledger.state === 'partial' && ledger.expected !== undefined)
    return `${messageCount} of ${ledger.expected} messages`;
  const messages = `${messageCount} ${messageCount === 1 ? 'message' : 'messages'}`;
  return ledger.state === 'unknown' ? `${messages} seen so far` : messages;
}

function trouble(
  problem: NonNullable<TabStatus['problem']>,
  waiting: number,
): Pick<PopupView, 'tone' | 'state' | 'notice'> {
  if (problem === 'refused')
    return { tone: 'partial', state: 'One message not saved', notice: ADVICE.refused };
  const held =
    waiting === 0
      ? ''
      : ` ${waiting} ${waiting === 1 ? 'message is' : 'messages are'} waiting in this tab: keep it open.`;
  return { tone: 'failed', state: 'Not saving', notice: ADVICE[problem] + held };
}

/** Says what may be missing, never more: what was read is kept as always. */
function drifted(
  drift: NonNullable<TabStatus['drift']>,
  kept: boolean,
): Pick<PopupView, 'tone' | 'state' | 'notice' | 'report'> {
  const read = kept ? 'What could be read is kept.' : 'Nothing of it could be read.';
  return {
    tone: kept ? 'partial' : 'failed',
    state: kept ? 'Live, parts may be missing' : 'Not saving',
    notice: `${DRIFTS[drift]} ${read} A report helps to mend this: it holds the structure of the page and none of your words.`,
    report: true,
  };
}

const DRIFTS: { readonly [D in NonNullable<TabStatus['drift']>]: string } = {
  unread: 'This site has changed its pages, and Threadkeeper does not know this kind yet.',
  text: 'This page shows words that Threadkeeper could not place in any message.',
  ids: 'Messages on this page have lost their marks, so that some may be kept twice later.',
  marks: 'This site has changed how it marks code and formulas, so that some may be kept as plain text.',
  empty: 'A message on this page shows something that Threadkeeper cannot read.',
};

const ADVICE: { readonly [P in NonNullable<TabStatus['problem']>]: string } = {
  'storage-full': 'The disk is full. Free some space and saving goes on by itself; nothing stored is lost.',
  'storage-unavailable':
    'The browser does not open its storage. Threadkeeper keeps trying. If this lasts, check that the profile folder can be written, restart the browser and open this conversation again.',
  unreachable:
    'The background part of Threadkeeper does not answer. If this stays, turn the extension off and on again.',
  refused: 'A message on this page has a form Threadkeeper does not know. All others are kept.',
};

/** The beginning of what was said, on one line. */
const excerpt = (markdown: string): string => markdown.slice(0, 300).replace(/\s+/g, ' ').trim();
