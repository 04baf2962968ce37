import type { Shell } from './dialect';

/** What a person does on the page: follows a link of the sidebar, types and sends. */
export interface Actions {
  idle(): boolean;
  send(text: string): Promise<void>;
  go(path: string, title: string): void;
}

export function control({ form, input }: Shell, { idle, send, go }: Actions): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[href]');
    if (!link) return;
    event.preventDefault();
    go(link.getAttribute('href') ?? '/', link.textContent);
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
