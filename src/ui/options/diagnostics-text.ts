import type { Diagnostics } from '../../model/status';

/** What is shown of a tab's work and what is copied, in the same words. */

export interface Fact {
  readonly name: string;
  readonly value: string;
}

export function stateText({ state, resting }: Diagnostics): string {
  return resting && state === 'capturing' ? 'capturing, at rest while hidden' : STATES[state];
}

const STATES: { readonly [S in Diagnostics['state']]: string } = {
  capturing: 'capturing',
  new: 'new chat, nothing said yet',
  untold: 'new chat, nothing said yet',
  unaddressed: 'new chat without an address, not kept yet',
  temporary: 'temporary chat, not kept',
  none: 'no conversation on this page',
  paused: 'paused',
  private: 'private window, not kept',
};

export function factsOf(given: Diagnostics, now: number): Fact[] {
  const { dialect, mounted, known, lastBatch, waiting, spent, changes, since, problem, drift } = given;
  const batch = lastBatch
    ? `${count(lastBatch.turns, 'turn')} ${duration(now - lastBatch.at)} ago, ${waiting === 0 ? 'saved' : `${waiting} waiting`}`
    : 'none yet';
  return [
    { name: 'Read as', value: dialect ?? 'not recognised' },
    { name: 'Turns', value: `${mounted} in the page, ${known} seen` },
    { name: 'Last batch', value: batch },
    { name: 'Time spent', value: `${spent.toFixed(1)} ms in ${duration(now - since)}` },
    { name: 'Page changes', value: `${number(changes)}${perThousand(spent, changes)}` },
    ...(problem ? [{ name: 'Problem', value: problem }] : []),
    ...(drift ? [{ name: 'Page not understood', value: drift }] : []),
  ];
}

/** For a bug report: no word, no title, no address and no key of any conversation. */
export function reportText(tabs: readonly (Diagnostics | undefined)[], version: string, now: number): string {
  const lines = tabs.flatMap((tab, i) =>
    tab
      ? ['', `${i + 1}. ${tab.siteName}: ${stateText(tab)}`, ...factsOf(tab, now).map(line)]
      : ['', `${i + 1}. a tab that does not answer`],
  );
  return [`Threadkeeper ${version}, ${count(tabs.length, 'open chat tab')}`, ...lines, ''].join('\n');
}

const line = ({ name, value }: Fact): string => `   ${name}: ${value}`;

/** Too few changes say nothing of what a thousand would cost. */
const perThousand = (spent: number, changes: number): string =>
  changes < 100 ? '' : `, ${((spent / changes) * 1_000).toFixed(1)} ms for each 1,000`;

const number = (n: number): string => n.toLocaleString('en');
const count = (n: number, thing: string): string => `${number(n)} ${thing}${n === 1 ? '' : 's'}`;

function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
