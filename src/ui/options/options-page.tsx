import { DiagnosticsSection } from './diagnostics-section';

export function OptionsPage() {
  return (
    <main class="options">
      <header class="bar">
        <img src="/icon/32.png" alt="" />
        <h1>Threadkeeper options</h1>
      </header>
      <DiagnosticsSection />
    </main>
  );
}
