import { appShell } from './app-shell';
import { classic } from './classic';
import { claudeHub } from './claude-hub';
import { claudeRows } from './claude-rows';
import type { ReplicaBehaviour } from './conversation';
import type { ReplicaDialect } from './dialect';
import { geminiApp } from './gemini';

export const dialects: Readonly<Record<ReplicaBehaviour['dialect'], ReplicaDialect>> = {
  classic,
  'app-shell': appShell,
  'claude-rows': claudeRows,
  'claude-hub': claudeHub,
  gemini: geminiApp,
};
