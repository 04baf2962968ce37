import { Refusal } from '../messages/serve';

/** Sorts what IndexedDB and Dexie throw into what a user can do about it. */
export function storageProblem(error: unknown): unknown {
  const names = causes(error);
  if (names.some((name) => name === 'QuotaExceededError')) {
    return new Refusal('storage-full', 'The disk is full. Free some space; what is waiting is saved then.');
  }
  if (names.some((name) => UNAVAILABLE.has(name))) {
    return new Refusal('storage-unavailable', `The browser does not open its storage (${names.join(', ')}).`);
  }
  return error;
}

const UNAVAILABLE = new Set([
  'OpenFailedError',
  'DatabaseClosedError',
  'MissingAPIError',
  'InvalidStateError',
  'UnknownError',
  'VersionError',
]);

/** The error's own name and those of what it wraps: Dexie puts the cause in `inner`, bulk writes in `failures`. */
function causes(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const { name, inner, failures } = error as { name?: unknown; inner?: unknown; failures?: unknown };
  const wrapped = [inner, ...(Array.isArray(failures) ? failures : [])];
  return [...(typeof name === 'string' ? [name] : []), ...wrapped.flatMap((each) => causes(each, depth + 1))];
}
