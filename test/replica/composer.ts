import { h, toggle } from './dom';
import type { Words } from './words';

/** Where one types, the same on every site but for its names. */
export interface Composer {
  readonly form: HTMLFormElement;
  readonly input: HTMLTextAreaElement;
  /** A stop button is there for as long as something is being written. */
  writing(is: boolean): void;
}

export function composer(
  say: Words,
  attributes: Readonly<Record<string, string | boolean>>,
  stopAttributes: Readonly<Record<string, string>> = {},
): Composer {
  const input = h('textarea', { placeholder: say.prompt, 'aria-label': say.prompt }) as HTMLTextAreaElement;
  const send = h('button', { 'aria-label': say.send }, '↑');
  const form = h('form', { ...attributes, class: 'composer' }, input, send) as HTMLFormElement;
  const stop = h('button', { type: 'button', ...stopAttributes, 'aria-label': say.stop }, '■');
  return { form, input, writing: (is) => toggle(stop, form, is) };
}
