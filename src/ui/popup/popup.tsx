import { PauseMenu } from './pause-menu';
import type { Actions } from './use-popup-actions';
import type { PopupView, Tone } from './view';

interface Props {
  /** `undefined` while the tab has not answered yet. */
  readonly view: PopupView | undefined;
  readonly actions: Actions;
}

export function Popup({ view, actions }: Props) {
  const { failure } = actions;
  return (
    <main class="popup">
      <header class="bar">
        <img src="/icon/32.png" alt="" />
        <span class="name">Threadkeeper</span>
        {view?.site && (
          <span class="site" data-testid="site">
            {view.site}
          </span>
        )}
      </header>
      {view ? <Card view={view} /> : <Loading />}
      {failure && (
        <p class="notice bad" role="alert">
          {failure}
        </p>
      )}
      <div class="actions">
        {view?.report && (
          <button type="button" class="main" data-testid="copy-report" onClick={actions.copyReport}>
            {actions.copied ? 'Report copied' : 'Copy report'}
          </button>
        )}
        {view?.keep && (
          <button type="button" class="main" data-testid="keep-this" onClick={actions.keepThis}>
            Keep this one
          </button>
        )}
        {(view?.pause || view?.resume) && (
          <PauseMenu choices={view.pause} onPause={actions.pause} onResume={actions.resume} />
        )}
      </div>
    </main>
  );
}

function Card({ view }: { readonly view: PopupView }) {
  return (
    <section class="card">
      <div class={`state ${view.tone}`} role="status">
        <StateMark tone={view.tone} />
        <span data-testid="capture-state">{view.state}</span>
      </div>
      <h1 dir="auto" data-testid="thread-title" title={view.title}>
        {view.title}
      </h1>
      {view.text && <p>{view.text}</p>}
      {view.count && (
        <p class="facts">
          <span class="count" data-testid="message-count">
            {view.count}
          </span>
          {view.last && <LastTime at={view.last.at} />}
        </p>
      )}
      {view.last?.excerpt && (
        <p class="excerpt" data-testid="last-message">
          {view.last.role}: <bdi>{view.last.excerpt}</bdi>
        </p>
      )}
      {view.notice && (
        <p class={view.tone === 'failed' ? 'notice bad' : 'notice'} role="alert" data-testid="problem">
          {view.notice}
        </p>
      )}
    </section>
  );
}

function LastTime({ at }: { readonly at: number }) {
  const date = new Date(at);
  const today = date.toDateString() === new Date().toDateString();
  const text = date.toLocaleString(
    undefined,
    today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  );
  return (
    <span>
      last message{' '}
      <time dateTime={date.toISOString()} data-testid="last-message-time">
        {text}
      </time>
    </span>
  );
}

/** A disc is live, a half disc partial, bars paused, a cross failed, a ring idle. */
function StateMark({ tone }: { readonly tone: Tone }) {
  const shapes = {
    live: <circle cx="6" cy="6" r="5" fill="currentColor" />,
    partial: (
      <>
        <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" stroke-width="1.5" />
        <path d="M6 1.75a4.25 4.25 0 0 0 0 8.5z" fill="currentColor" />
      </>
    ),
    paused: <path d="M2 1h3v10H2z M7 1h3v10H7z" fill="currentColor" />,
    failed: <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" />,
    idle: <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" stroke-width="1.5" />,
  };
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true">
      {shapes[tone]}
    </svg>
  );
}

function Loading() {
  return (
    <section class="card" aria-busy="true" aria-label="Loading">
      <div class="skeleton" style={{ width: '30%' }} />
      <div class="skeleton" style={{ width: '80%' }} />
      <div class="skeleton" style={{ width: '50%' }} />
    </section>
  );
}
