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

type Languages<T> = Readonly<Record<ReplicaBehaviour['language'], T>>;

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

export interface ClaudeWords extends Words {
  /** Said aloud when an answer is there. */
  readonly finished: string;
  readonly transcript: string;
  readonly actions: string;
  readonly action: Readonly<Record<string, string>>;
  /** What an answer did before its words, and what it thought: no part of the answer. */
  readonly thought: string;
  readonly searched: string;
  readonly musing: string;
  message(n: number, of: number): string;
  code(language: string): string;
}

export const claudeWords: Languages<ClaudeWords> = {
  en: {
    you: 'You said:',
    it: 'Claude responded:',
    copy: 'Copy',
    stop: 'Stop response',
    send: 'Send message',
    prompt: 'Write your prompt to Claude',
    finished: 'Claude finished the response',
    transcript: 'Chat messages',
    actions: 'Message actions',
    action: { copy: 'Copy', edit: 'Edit', retry: 'Retry', 'read-aloud': 'Read aloud' },
    thought: 'Weighed what matters most',
    searched: 'Searched the shelf of cookbooks',
    musing: 'Perhaps they mean the rye one; no matter.',
    message: (n, of) => `Message ${n} of ${of}`,
    code: (language) => `${language} code`,
  },
  de: {
    you: 'Du hast gesagt:',
    it: 'Claude hat geantwortet:',
    copy: 'Kopieren',
    stop: 'Antwort stoppen',
    send: 'Nachricht senden',
    prompt: 'Schreib deine Frage an Claude',
    finished: 'Claude hat die Antwort beendet',
    transcript: 'Chatnachrichten',
    actions: 'Nachrichtenaktionen',
    action: { copy: 'Kopieren', edit: 'Bearbeiten', retry: 'Wiederholen', 'read-aloud': 'Vorlesen' },
    thought: 'Abgewogen, was am meisten zählt',
    searched: 'Im Kochbuchregal gesucht',
    musing: 'Vielleicht ist der Roggen gemeint; gleichviel.',
    message: (n, of) => `Nachricht ${n} von ${of}`,
    code: (language) => `${language}-Code`,
  },
};
