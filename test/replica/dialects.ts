import { appShell } from './app-shell';
import { classic } from './classic';
import type { ReplicaBehaviour } from './conversation';
import type { ReplicaDialect } from './dialect';

export const dialects: Readonly<Record<ReplicaBehaviour['dialect'], ReplicaDialect>> = {
  classic,
  'app-shell': appShell,
};
