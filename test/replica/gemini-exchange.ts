import { drawPager, editButton, retryButton } from './alter';
import type { Part, ReplicaBehaviour } from './conversation';
import { type ShownTurn, textOf } from './dialect';
import { capitalised, discloses, drawParts, h, set } from './dom';
import type { GeminiWords } from './words';

/** One prompt with its answer, as Gemini draws it. */

export function exchange(user: ShownTurn, say: GeminiWords): HTMLElement {
  const bubble = h(
    'div',
    { class: 'query-content' },
    h(
      'div',
      { class: 'query-text', role: 'heading', 'aria-level': '2', dir: 'ltr' },
      h('span', { class: 'cdk-visually-hidden screen-reader-user-query-label' }, say.you),
      ...textOf(user)
        .split('\n')
        .map((line) => h('p', { class: 'query-text-line' }, line === '' ? h('br') : line)),
    ),
  );
  const copy = { type: 'button', 'data-test-id': 'prompt-copy-button', 'aria-label': say.copy };
  const edit = editButton(user, bubble, say, { 'data-test-id': 'prompt-edit-button' });
  return h(
    'div',
    { class: 'conversation-container message-actions-hover-boundary' },
    h(
      'user-query',
      {},
      h('user-query-content', { class: 'user-query-container' }, bubble, h('button', copy, '·'), edit),
    ),
  );
}

export function drawExchange(
  container: HTMLElement,
  user: ShownTurn,
  answer: ShownTurn | undefined,
  conversation: string,
  build: ReplicaBehaviour['build'],
  say: GeminiWords,
): void {
  if (!user.changeable) container.querySelector('[data-test-id=prompt-edit-button]')?.remove();
  // The id is the response's, so there is none before the server has answered.
  if (!answer || user.pending) return;
  set(container, 'id', answer.id);
  if (!container.querySelector('model-response')) container.append(modelResponse(answer.id, build, say));
  const response = container.querySelector('response-container') as HTMLElement;
  const markdown = container.querySelector('message-content > .markdown') as HTMLElement;
  nameDraft(response, answer, conversation);
  set(markdown, 'aria-busy', String(!answer.done));
  drawParts(markdown, answer.parts, (part) => draw(part, say));
  response.querySelector('.response-footer')?.classList.toggle('complete', answer.done);
  const actions = response.querySelector('message-actions');
  if (!answer.done) actions?.remove();
  else drawActions(actions ?? response.appendChild(messageActions(say)), answer, say);
}

/** A new draft changes these names in place, and the text; the response keeps its id. */
function nameDraft(response: HTMLElement, answer: ShownTurn, conversation: string): void {
  // A draft's id is of the same form and says nothing of the response's.
  const draft = answer.draft ?? `rc_${[...answer.id].toReversed().join('')}`;
  const known = JSON.stringify([[`r_${answer.id}`, `c_${conversation}`, null, draft]]);
  set(response, 'jslog', `173900;track:impression;BardVeMetadataKey:${known}`);
  set(response.querySelector('.response-content') as HTMLElement, 'data-test-draft-id', draft);
}

/** Only the newest answer can be written anew, and only its drafts can be gone through. */
function drawActions(actions: Element, answer: ShownTurn, say: GeminiWords): void {
  const again = actions.querySelector('[data-test-id=regenerate-button]');
  if (!answer.changeable) again?.remove();
  else if (!again) actions.append(retryButton(answer, say, { 'data-test-id': 'regenerate-button' }));
  drawPager(actions, answer, say);
}

function modelResponse(id: string, build: ReplicaBehaviour['build'], say: GeminiWords): HTMLElement {
  const content = h(
    'div',
    { class: 'response-content' },
    thoughts(say),
    h('h2', { class: 'cdk-visually-hidden screen-reader-model-response-label' }, say.it),
    h(
      'message-content',
      { id: `message-content-id-r_${id}` },
      h('div', {
        class: 'markdown markdown-main-panel',
        id: `model-response-message-contentr_${id}`,
        'aria-busy': 'true',
        'aria-live': 'polite',
        dir: 'ltr',
      }),
    ),
  );
  return h(
    'model-response',
    {},
    h(
      'response-container',
      {},
      h(
        'div',
        { class: 'presented-response-container' },
        build === 'newer' ? h('model-response-content', {}, content) : content,
      ),
      h('div', { class: 'response-footer' }),
    ),
  );
}

function thoughts(say: GeminiWords): HTMLElement {
  const button = h(
    'button',
    { type: 'button', 'data-test-id': 'thoughts-header-button', 'aria-expanded': 'false' },
    say.thoughts,
  );
  const model = h('model-thoughts', {}, button);
  discloses(button, model, () =>
    h('div', { class: 'thoughts-content' }, h('div', { class: 'markdown' }, h('p', {}, say.musing))),
  );
  return h('div', { class: 'thoughts-container' }, model);
}

const messageActions = (say: GeminiWords): HTMLElement =>
  h(
    'message-actions',
    {},
    h('button', { type: 'button', 'data-test-id': 'copy-button', 'aria-label': say.copy }, say.copy),
  );

const draw = (part: Part, say: GeminiWords): HTMLElement =>
  part.kind === 'text'
    ? h('p', {})
    : h(
        'response-element',
        {},
        h(
          'code-block',
          {},
          h(
            'div',
            { class: 'code-block' },
            h(
              'div',
              { class: 'code-block-decoration header-formatted' },
              h('span', {}, capitalised(part.language)),
              h(
                'div',
                { class: 'buttons' },
                h('button', { type: 'button', 'aria-label': say.copy }, say.copy),
              ),
            ),
            h(
              'pre',
              {},
              h('code', {
                role: 'text',
                'data-test-id': 'code-content',
                class: 'code-container formatted',
                'data-text': true,
              }),
            ),
          ),
        ),
      );
