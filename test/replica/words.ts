import type { ReplicaBehaviour } from './conversation';

/** What a page says in its user's language. */
export interface Words {
  /** Headings nobody sees, before a prompt and before an answer. */
  readonly you: string;
  readonly it: string;
  readonly copy: string;
  readonly stop: string;
  readonly send: string;
  readonly prompt: string;
}

export type Languages<T> = Readonly<Record<ReplicaBehaviour['language'], T>>;

export const chatgptWords: Languages<Words> = {
  en: {
    you: 'You said:',
    it: 'ChatGPT said:',
    copy: 'Copy',
    stop: 'Stop',
    send: 'Send',
    prompt: 'Ask anything',
  },
  de: {
    you: 'Du hast gesagt:',
    it: 'ChatGPT hat gesagt:',
    copy: 'Kopieren',
    stop: 'Stopp',
    send: 'Senden',
    prompt: 'Stelle irgendeine Frage',
  },
};
