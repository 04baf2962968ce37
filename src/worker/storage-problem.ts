import { Refusal } from '../messages/serve';

/** With less room than this a failed write is blamed on the disk; browsers report it under many names. */
const LITTLE_ROOM = 16_000_000;

/** What IndexedDB and Dexie call a store that cannot be opened, read or written. */
const STORAGE_ERRORS = new Set([
  'QuotaExceededError',
  'OpenFailedError',
  'DatabaseClosedError',
  'MissingAPIError',
  'InvalidStateError',
  'UnknownError',
  'AbortError',
  'DataError',
  'TimeoutError',
  'VersionError',
]);

/** Sorts what a store throws into what a user can do about it. `room`: bytes left for this extension. */
export function storageProblem(error: unknown, room: number): unknown {
  const names = [...new Set(causes(error))];
  if (!names.some((name) => STORAGE_ERRORS.has(name))) return error;
  if (names.includes('QuotaExceededError') || room < LITTLE_ROOM) {
    return new Refusal('storage-full', `The disk is full (${names.join(', ')}).`);
  }
  return new Refusal('storage-unavailable', `The browser does not open its storage (${names.join(', ')}).`);
}

export async function roomLeft(): Promise<number> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate();
  return quota - usage;
}

/** The error's own name and those of what it wraps: Dexie puts the cause in `inner`, bulk writes in `failures`. */
function causes(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const { name, inner, failures } = error as { name?: unknown; inner?: unknown; failures?: unknown };
  const wrapped = [inner, ...(Array.isArray(failures) ? failures : [])];
  return [...(typeof name === 'string' ? [name] : []), ...wrapped.flatMap((each) => causes(each, depth + 1))];
}
