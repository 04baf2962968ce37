import type { ReplicaBehaviour } from './conversation';
import { type ReplicaPage, run } from './engine';

/** Runs in the replica page; the server writes the behaviour into it. */
declare global {
  interface Window {
    replicaBehaviour: ReplicaBehaviour;
    replica: ReplicaPage;
  }
}

window.replica = run(window.replicaBehaviour);
