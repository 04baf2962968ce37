import { useState } from 'preact/hooks';
import { browser } from '../../browser';
import { factsOf, reportText, stateText } from './diagnostics-text';
import { type ChatTab, useChatTabs } from './use-chat-tabs';

/** What is done in each open chat tab, as it happens. */
export function DiagnosticsSection() {
  const { tabs, failure } = useChatTabs();
  const [copied, setCopied] = useState<string>();
  const copy = async () => {
    const { version } = browser.runtime.getManifest();
    try {
      const told = tabs?.map(({ diagnostics }) => diagnostics) ?? [];
      await navigator.clipboard.writeText(reportText(told, version, Date.now()));
      setCopied('Copied. It holds no titles and no words of yours.');
    } catch (error) {
      setCopied(`It could not be copied: ${error instanceof Error ? error.message : error}. Try again.`);
    }
  };
  return (
    <section aria-labelledby="diagnostics">
      <div class="head">
        <h2 id="diagnostics">Diagnostics</h2>
        <button type="button" data-testid="copy-diagnostics" disabled={!tabs?.length} onClick={copy}>
          Copy
        </button>
      </div>
      <p class="soft">
        What Threadkeeper does in your open chat tabs, right now. Nothing of it leaves this computer.
      </p>
      <p class="soft" role="status" data-testid="copied">
        {copied}
      </p>
      {failure !== undefined && (
        <p class="notice bad" role="alert">
          The browser did not list its tabs: {failure}. Trying again.
        </p>
      )}
      {tabs ? <Tabs tabs={tabs} /> : failure === undefined && <Loading />}
    </section>
  );
}

function Tabs({ tabs }: { readonly tabs: readonly ChatTab[] }) {
  if (tabs.length === 0)
    return (
      <div class="card empty" data-testid="no-chat">
        <h3>No chat is open</h3>
        <p class="soft">
          Open a conversation on ChatGPT, Claude or Gemini, and what is done there shows here.
        </p>
      </div>
    );
  return (
    <ul class="tabs">
      {tabs.map((tab) => (
        <Tab key={tab.id} tab={tab} />
      ))}
    </ul>
  );
}

function Tab({ tab: { title, diagnostics } }: { readonly tab: ChatTab }) {
  const tone = diagnostics?.problem ? 'bad' : diagnostics?.drift || !diagnostics ? 'warn' : 'good';
  return (
    <li class="card" data-testid="chat-tab">
      <div class="head">
        <h3 dir="auto" title={title}>
          {title || 'Untitled tab'}
        </h3>
        {diagnostics && <span class="site">{diagnostics.siteName}</span>}
      </div>
      <p
        class={`state ${diagnostics?.state === 'capturing' || tone !== 'good' ? tone : 'soft'}`}
        data-testid="tab-state"
      >
        {diagnostics
          ? stateText(diagnostics)
          : 'does not answer; it may be loading or put to sleep by the browser'}
      </p>
      {diagnostics && (
        <dl>
          {factsOf(diagnostics, Date.now()).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function Loading() {
  return (
    <section class="card" aria-busy="true" aria-label="Loading">
      <div class="skeleton" style={{ width: '40%' }} />
      <div class="skeleton" style={{ width: '80%' }} />
    </section>
  );
}
