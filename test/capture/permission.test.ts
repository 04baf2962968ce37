import { expect, test } from 'vitest';
import type { Binding } from '../../src/capture/binding';
import { mayWatch, type Permission } from '../../src/capture/permission';
import type { Place } from '../../src/sites/site';

const thread = (key: string): Place => ({ kind: 'thread', key, provisional: false });
const at = (place: Place, more: Partial<Binding> = {}) => ({
  place,
  binding: { place, seen: new Map<string, string>(), ...more },
});
const bound = (key: string, ...formerKeys: string[]) => ({ bound: { key, provisional: false, formerKeys } });
const held: Permission = {
  answer: { capture: 'paused', pause: { scope: 'thread' } },
  threadKeys: ['x'],
};

test('a paused conversation is not watched, also under its lasting key', () => {
  expect(mayWatch(held, at(thread('x'), bound('x')), thread('x'))).toBe(false);
  expect(mayWatch(held, at(thread('z'), bound('z', 'x')), thread('z'))).toBe(false);
});

test('any other conversation is, and the way to it', () => {
  expect(mayWatch(held, at(thread('y'), bound('y')), thread('y'))).toBe(true);
  expect(mayWatch(held, at(thread('x'), bound('x')), thread('y'))).toBe(true);
  const moving = { ...bound('x'), moved: { to: thread('y'), at: 0 } };
  expect(mayWatch(held, at(thread('y'), moving), thread('y'))).toBe(true);
});

test('a private window is watched only while it shows the conversation that was asked for', () => {
  const closed: Permission = { answer: { capture: 'private' }, threadKeys: [] };
  const asked = { bound: { key: 'x', provisional: false, formerKeys: [], asked: true } };
  expect(mayWatch(closed, at(thread('x'), asked), thread('x'))).toBe(true);
  expect(mayWatch(closed, at({ kind: 'new' }, { asked: true }), { kind: 'new' })).toBe(true);
  expect(mayWatch(closed, at(thread('x'), bound('x')), thread('x'))).toBe(false);
});

test.each(['everywhere', 'site'] as const)('nothing is watched while paused: %s', (scope) => {
  const paused: Permission = { answer: { capture: 'paused', pause: { scope } }, threadKeys: [] };
  const asked = { bound: { key: 'x', provisional: false, formerKeys: [], asked: true } };
  expect(mayWatch(paused, at(thread('x'), asked), thread('x'))).toBe(false);
});
