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
  readonly change: ChangeWords;
}

/** On the buttons by which one changes what was said. */
interface ChangeWords {
  readonly edit: string;
  readonly save: string;
  readonly cancel: string;
  readonly retry: string;
  readonly previous: string;
  readonly next: string;
  readonly versions: string;
}

type Languages<T> = Readonly<Record<ReplicaBehaviour['language'], T>>;

const change: Languages<ChangeWords> = {
  en: {
    edit: 'Edit message',
    save: 'Save',
    cancel: 'Cancel',
    retry: 'Try again',
    previous: 'Previous version',
    next: 'Next version',
    versions: 'See versions',
  },
  de: {
    edit: 'Nachricht bearbeiten',
    save: 'Speichern',
    cancel: 'Abbrechen',
    retry: 'Noch einmal',
    previous: 'Vorige Fassung',
    next: 'Nächste Fassung',
    versions: 'Fassungen ansehen',
  },
};

export const chatgptWords: Languages<Words> = {
  en: {
    you: 'You said:',
    it: 'ChatGPT said:',
    copy: 'Copy',
    stop: 'Stop',
    send: 'Send',
    prompt: 'Ask anything',
    change: change.en,
  },
  de: {
    you: 'Du hast gesagt:',
    it: 'ChatGPT hat gesagt:',
    copy: 'Kopieren',
    stop: 'Stopp',
    send: 'Senden',
    prompt: 'Stelle irgendeine Frage',
    change: change.de,
  },
};

export interface ClaudeWords extends Words {
  /** Said aloud when an answer is there. */
  readonly finished: string;
  readonly transcript: string;
  readonly actions: string;
  readonly action: Readonly<Record<'copy' | 'read-aloud', string>>;
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
    change: change.en,
    finished: 'Claude finished the response',
    transcript: 'Chat messages',
    actions: 'Message actions',
    action: { copy: 'Copy', 'read-aloud': 'Read aloud' },
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
    change: change.de,
    finished: 'Claude hat die Antwort beendet',
    transcript: 'Chatnachrichten',
    actions: 'Nachrichtenaktionen',
    action: { copy: 'Kopieren', 'read-aloud': 'Vorlesen' },
    thought: 'Abgewogen, was am meisten zählt',
    searched: 'Im Kochbuchregal gesucht',
    musing: 'Vielleicht ist der Roggen gemeint; gleichviel.',
    message: (n, of) => `Nachricht ${n} von ${of}`,
    code: (language) => `${language}-Code`,
  },
};

export interface GeminiWords extends Words {
  /** Heading of the whole conversation, which nobody sees. */
  readonly chat: string;
  readonly loading: string;
  readonly picture: string;
  readonly model: string;
  readonly thoughts: string;
  readonly musing: string;
}

export const geminiWords: Languages<GeminiWords> = {
  en: {
    you: 'You said',
    it: 'Gemini said',
    copy: 'Copy',
    stop: 'Stop response',
    send: 'Send message',
    prompt: 'Enter a prompt here',
    change: change.en,
    chat: 'Conversation with Gemini',
    loading: 'Loading conversation',
    picture: 'profile picture',
    model: 'Fast',
    thoughts: 'Show thinking',
    musing: 'First I ask myself which flour it is.',
  },
  de: {
    you: 'Du hast gesagt',
    it: 'Gemini hat gesagt',
    copy: 'Kopieren',
    stop: 'Antwort anhalten',
    send: 'Nachricht senden',
    prompt: 'Prompt hier eingeben',
    change: change.de,
    chat: 'Unterhaltung mit Gemini',
    loading: 'Unterhaltung wird geladen',
    picture: 'Profilbild',
    model: 'Schnell',
    thoughts: 'Gedankengang anzeigen',
    musing: 'Zuerst frage ich mich, welches Mehl es ist.',
  },
};
