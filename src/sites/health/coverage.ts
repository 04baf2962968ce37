import type { Block } from '../../model/block';
import { queryAll, textOf } from '../markdown/dom';
import { UNMEASURED } from '../markdown/rules';
import type { Dialect, Reading } from '../site';

/** How many letters and digits a part of the page shows, and how many of them its reading has. */
export interface Measure {
  readonly shown: number;
  readonly read: number;
}

/** Round a conversation, and never part of it. */
const AROUND =
  'form, header, footer, nav, aside, dialog, time, h1, [contenteditable], [role="dialog"], [role="progressbar"]';

/** Letters of each kind are counted, so that order and marks do not matter. */
export interface Measurer {
  /** One turn against what was read of it. */
  turn(turn: Element, reading: Reading | undefined, dialect: Dialect): Measure;
  /** What the conversation's area shows outside every turn: nobody has read it. */
  outside(scope: Element, dialect: Dialect): Measure;
}

export function measurer(): Measurer {
  // One for all turns, emptied after each: a thread has thousands.
  const counts = new Uint32Array(0x10000);
  return {
    turn(turn, reading, dialect) {
      const text = visibleText(turn, skipOf(dialect));
      let shown = 0;
      eachLetter(text, (letter) => {
        counts[letter] = (counts[letter] ?? 0) + 1;
        shown++;
      });
      let read = 0;
      eachLetter(reading ? wordsOf(reading.blocks) : '', (letter) => {
        const left = counts[letter] ?? 0;
        if (left === 0) return;
        counts[letter] = left - 1;
        read++;
      });
      eachLetter(text, (letter) => {
        counts[letter] = 0;
      });
      return { shown, read };
    },
    outside(scope, dialect) {
      const skip = [AROUND, skipOf(dialect), dialect.turn, dialect.panel].filter(Boolean).join(', ');
      let shown = 0;
      eachLetter(visibleText(scope, skip), () => shown++);
      return { shown, read: 0 };
    },
  };
}

/** The share of the letters shown that was read; a page without any has none to miss. */
export function coverageOf(measures: Iterable<Measure>): number {
  let [shown, read] = [0, 0];
  for (const measure of measures) {
    shown += measure.shown;
    read += measure.read;
  }
  return shown === 0 ? 1 : read / shown;
}

const skipOf = ({ aside }: Dialect): string => (aside ? `${UNMEASURED}, ${aside}` : UNMEASURED);

function visibleText(root: Element, skip: string): string {
  const skipped: ReadonlySet<Node> = new Set(queryAll(root, skip));
  return textOf(root, (part) => (skipped.has(part) ? '' : undefined));
}

const wordsOf = (blocks: readonly Block[]): string => blocks.map(wordsOfBlock).join(' ');

/** Of blocks that are measured: names of files, steps and sources are set aside on the page too. */
function wordsOfBlock(block: Block): string {
  switch (block.type) {
    case 'text':
    case 'table':
    case 'reasoning':
      return block.markdown;
    case 'code':
      return `${block.text} ${block.language ?? ''}`;
    default:
      return '';
  }
}

/** Letters and digits of every script; marks, signs and spaces of Markdown are neither. */
function eachLetter(text: string, act: (letter: number) => void): void {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const ascii = (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123);
    const other = code > 0xbf && !(code > 0x1fff && code < 0x2070) && !(code > 0x2fff && code < 0x3040);
    // A language's name is kept in small letters.
    if (ascii || (other && (code < 0xff00 || code > 0xff0f))) act(code > 64 && code < 91 ? code + 32 : code);
  }
}
