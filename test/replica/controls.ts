import type { Shell } from './dialect';

/** What a person does on the page: follows a link of the sidebar, types and sends, changes what was said. */
export interface Actions extends TurnActions {
  idle(): boolean;
  send(text: string): Promise<void>;
  go(path: string, title: string): void;
}

/** Each resolves when the page has begun to show the outcome, and rejects when that cannot be done now. */
export interface TurnActions {
  edit(id: string, text: string): Promise<void>;
  retry(id: string): Promise<void>;
  flip(id: string, step: number): Promise<void>;
}

type Wish = (actions: TurnActions) => Promise<void>;

const WISH = 'replica-wish';

/** Lets an element ask for a change, wherever in the page it is. */
export const wish = (element: Element, act: Wish): void => {
  element.dispatchEvent(new CustomEvent<Wish>(WISH, { bubbles: true, detail: act }));
};

export function control({ form, input }: Shell, actions: Actions): void {
  const { idle, send, go } = actions;
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[href]');
    if (!link) return;
    event.preventDefault();
    go(link.getAttribute('href') ?? '/', link.textContent);
  });
  document.addEventListener(WISH, (event) => {
    if (idle()) void (event as CustomEvent<Wish>).detail(actions);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text === '' || !idle()) return;
    input.value = '';
    void send(text);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    form.requestSubmit();
  });
}
