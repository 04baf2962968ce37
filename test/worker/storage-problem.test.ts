import { expect, test } from 'vitest';
import { Refusal } from '../../src/messages/serve';
import { storageProblem } from '../../src/worker/storage-problem';

const error = (name: string, more: object = {}) => Object.assign(new Error(name), { name, ...more });
const code = (thrown: unknown, room = 1e9) => {
  const problem = storageProblem(thrown, room);
  return problem instanceof Refusal ? problem.code : problem;
};

test('a full disk is told by its name, also when Dexie wraps it', () => {
  expect(code(error('QuotaExceededError'))).toBe('storage-full');
  expect(code(error('AbortError', { inner: error('QuotaExceededError') }))).toBe('storage-full');
  expect(code(error('BulkError', { failures: [error('QuotaExceededError')] }))).toBe('storage-full');
});

test('a write that fails for want of room is a full disk, whatever the browser calls it', () => {
  expect(code(error('DataError'), 30_000)).toBe('storage-full');
  expect(code(error('DataError'))).toBe('storage-unavailable');
});

test('a store that does not open is unavailable', () => {
  expect(code(error('DatabaseClosedError', { inner: error('OpenFailedError') }))).toBe('storage-unavailable');
});

test('a fault of our own is not blamed on the disk', () => {
  const bug = new TypeError('x is undefined');
  expect(code(bug, 0)).toBe(bug);
  expect(code('text')).toBe('text');
});
