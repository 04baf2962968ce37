import type { Pause, TabStatus } from '../../model/status';
import type { PopupView } from './view';

/** What the popup shows where nothing of a conversation is kept, or not yet. */

export const UNSUPPORTED: PopupView = {
  tone: 'idle',
  state: 'Not a supported page',
  title: 'Nothing to keep here',
  text: 'Open a conversation on ChatGPT, Claude or Gemini and it is kept as you chat. If this is one, allow Threadkeeper on this site in the browser’s extension menu and reload the page.',
};

export const ASKED = 'Kept because you asked: only this conversation, and only until you leave it.';

export const placeView = ({ state, asked }: TabStatus): PopupView =>
  state === 'new' && asked ? ASKED_BEFORE : PLACES[state === 'paused' ? 'none' : state];

const ASKED_BEFORE: PopupView = {
  tone: 'idle',
  state: 'No conversation yet',
  title: 'This one will be kept',
  text: 'You asked for it: every message from the first one on, only in this conversation, and only until you leave it.',
};

const PLACES: { readonly [S in Exclude<TabStatus['state'], 'paused'>]: PopupView } = {
  capturing: { tone: 'idle', state: 'Opening', title: 'Reading the conversation' },
  new: {
    tone: 'idle',
    state: 'No conversation yet',
    title: 'Ready when you are',
    text: 'Say something, and every message is kept on this computer, without a click.',
  },
  untold: {
    tone: 'idle',
    state: 'No conversation yet',
    title: 'Ready when you are',
    text: 'Every message is kept on this computer as soon as the site has given the chat an address. A temporary chat gets none, and is not kept unless you ask for it.',
    keep: true,
  },
  unaddressed: {
    tone: 'idle',
    state: 'Not kept yet',
    title: 'No address yet',
    text: 'This chat is kept, from its beginning, as soon as the site has given it an address. A temporary chat gets none, and is not kept unless you ask for it.',
    keep: true,
  },
  none: {
    tone: 'idle',
    state: 'No conversation here',
    title: 'Nothing to keep here',
    text: 'This page of the site shows no conversation. Open one and it is kept.',
  },
  temporary: {
    tone: 'paused',
    state: 'Temporary chat',
    title: 'Not kept',
    text: 'You chose a chat that leaves no trace, so Threadkeeper keeps none either. If you keep this one, it is stored with your other conversations; the next one is not.',
    keep: true,
  },
  private: {
    tone: 'paused',
    state: 'Private window',
    title: 'Not kept',
    text: 'Threadkeeper keeps nothing from private windows. If you keep this conversation, it will be stored with your other conversations, outside the private window.',
    keep: true,
  },
};

/** Says what exactly is paused, and until when. */
export function pausedView({ pause, siteName }: Pick<TabStatus, 'pause' | 'siteName'>): PopupView {
  const { scope, until }: Pause = pause ?? { scope: 'everywhere' };
  const [what, nothing] = {
    everywhere: ['Paused everywhere', 'Nothing is kept on any site'],
    site: [`${siteName} is paused`, `Nothing is kept on ${siteName}`],
    thread: ['This conversation is paused', 'Nothing is kept of this conversation'],
  }[scope] as [string, string];
  const time = until === undefined ? undefined : clockTime(until);
  return {
    tone: 'paused',
    state: 'Paused',
    title: time ? `${what} until ${time}` : what,
    text: `${nothing} until ${time ? 'then, or until ' : ''}you resume. What was kept before stays; what is on the page when it goes on is kept.`,
    resume: true,
  };
}

const clockTime = (at: number): string => new Date(at).toLocaleTimeString(undefined, { timeStyle: 'short' });
