import { isDerived, isKey } from '../model/keys';
import type { Memory } from '../sites/markdown';
import type { Dialect, Reading } from '../sites/site';

/** A derived key changes when the turn before gets its id: the element remembers what it was known by. */
function withDerivedKeys(reading: Reading, before: Reading | undefined): Reading {
  if (!before) return reading;
  const derived = [before.key, ...before.formerKeys].filter(isDerived);
  const formerKeys = [...new Set([...reading.formerKeys, ...derived])].filter((key) => key !== reading.key);
  return formerKeys.length === reading.formerKeys.length ? reading : { ...reading, formerKeys };
}

/**
 * Reads one turn, `old` being what was read of the same element before, and `known` what need not be read again. One
 * that cannot be read must not cost the others. Where turns never show ids a list may use one element for another turn,
 * so that nothing is remembered.
 */
export function readSafely(
  dialect: Dialect,
  element: Element,
  before: Reading | undefined,
  old: Reading | undefined,
  known?: Memory,
): Reading | undefined {
  try {
    const reading = dialect.read(element, before, known);
    if (!reading || !isKey(reading.key)) return undefined;
    const keyed = reading.formerKeys.every(isKey)
      ? reading
      : { ...reading, formerKeys: reading.formerKeys.filter(isKey) };
    return dialect.ids ? withDerivedKeys(keyed, old) : keyed;
  } catch {
    return undefined; // hostile or half-built markup: read again when it changes
  }
}
