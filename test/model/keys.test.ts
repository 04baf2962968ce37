import { expect, test } from 'vitest';
import { derivedKey, isDerived, isKey, ROOT } from '../../src/model/keys';

const ID = '0b5e1a52-7a05-4d0e-8a3c-2f6c7d1e9b10';

test('derived keys are pinned for ever', () => {
  expect(derivedKey(ROOT, 'user')).toBe('~/user/0');
  expect(derivedKey(ID, 'assistant')).toBe(`~${ID}/assistant/0`);
  expect(derivedKey(derivedKey(ROOT, 'user'), 'assistant')).toBe('~/+1/assistant/0');
  expect(derivedKey(derivedKey(ID, 'assistant'), 'user', 2)).toBe(`~${ID}/+1/user/2`);
  expect(derivedKey('~/+3/user/1', 'assistant')).toBe('~/+4;4=1/assistant/0');
  expect(derivedKey('~/+4;4=1/assistant/2', 'user')).toBe('~/+5;4=1;5=2/user/0');
  expect(derivedKey(ROOT, 'user', 0, 24)).toBe('~/+24/user/0');
});

test('a turn has the same key whether the turns before it are mounted or not', () => {
  let key = derivedKey(ROOT, 'user');
  for (let n = 1; n < 60; n++) {
    key = derivedKey(key, n % 2 === 1 ? 'assistant' : 'user');
    expect(key).toBe(derivedKey(ROOT, n % 2 === 1 ? 'assistant' : 'user', 0, n));
    const early = derivedKey(ROOT, 'user', 1);
    expect(derivedKey(derivedKey(early, 'assistant', 0, n - 1), 'user')).toBe(
      derivedKey(early, 'user', 0, n),
    );
  }
  expect(key.length).toBeLessThan(20);
});

test('siblings and their descendants never share a key', () => {
  const keys = new Set<string>();
  const grow = (parent: string, depth: number): void => {
    for (const sibling of [0, 1, 2]) {
      const key = derivedKey(parent, depth % 2 === 0 ? 'user' : 'assistant', sibling);
      expect(keys.has(key)).toBe(false);
      expect(isDerived(key)).toBe(true);
      keys.add(key);
      if (depth < 5) grow(key, depth + 1);
    }
  };
  grow(ROOT, 0);
});

test.each(['', '__proto__', 'constructor', 'toString', 'x'.repeat(513)])('%j is nobody’s key', (key) => {
  expect(isKey(key)).toBe(false);
});
