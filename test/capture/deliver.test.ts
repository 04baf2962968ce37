import { expect, test, vi } from 'vitest';
import { deliver } from '../../src/capture/deliver';
import type { ErrorCode, Reply } from '../../src/messages/protocol';
import type { Batch, Turn } from '../../src/model/turn';

const batch = (keys: string, markdown = 'text', thread = 't'): Batch => ({
  site: 'chatgpt',
  thread: { key: thread, provisional: false, formerKeys: [], url: 'https://chatgpt.com/c/t' },
  windows: [[...keys]],
  turns: [...keys].map((key) => ({
    key,
    formerKeys: [],
    role: 'user',
    markdown,
    blocks: [],
    state: 'final',
  })),
});
const no = (code: ErrorCode): Reply<unknown> => ({ ok: false, error: { code, message: code } });
const yes: Reply<unknown> = { ok: true, value: {} };

/** A delivery to a worker that answers from a list, then always yes. */
function setUp(...answers: (Reply<unknown> | Error)[]) {
  const got: Batch[] = [];
  const stopped = vi.fn();
  const end = new AbortController();
  const delivery = deliver({
    signal: end.signal,
    changed: () => undefined,
    stopped,
    keep: async (each) => {
      got.push(each);
      const answer = answers.shift() ?? yes;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { delivery, got, stopped, end };
}
const texts = (got: Batch[]) => got.map(({ turns }) => turns.map((turn) => turn.key).join(''));

test('what the worker did not acknowledge is sent again until it is', async () => {
  const { delivery, got } = setUp(new Error('message channel closed'), new Error('no receiving end'));
  delivery.add(batch('ab'));
  expect(delivery.waiting()).toBe(2);
  await vi.waitFor(() => expect(delivery.waiting()).toBe(0), { timeout: 3000 });
  expect(texts(got)).toEqual(['ab', 'ab', 'ab']);
  expect(delivery.problem()).toBeUndefined();
});

test('readings that come while one is under way are joined, the newer text winning', async () => {
  const { delivery, got } = setUp();
  delivery.add(batch('a', 'one'));
  delivery.add(batch('ab', 'two'));
  delivery.add(batch('b', 'three'));
  await vi.waitFor(() => expect(delivery.waiting()).toBe(0));
  expect(texts(got)).toEqual(['a', 'ab']);
  expect(got[1]?.turns.map((turn) => turn.markdown)).toEqual(['two', 'three']);
});

test('threads are not mixed', async () => {
  const { delivery, got } = setUp();
  delivery.add(batch('a', 'x', 't1'));
  delivery.add(batch('b', 'x', 't2'));
  delivery.add(batch('c', 'x', 't2'));
  await vi.waitFor(() => expect(delivery.waiting()).toBe(0));
  expect(got.map(({ thread }) => thread.key)).toEqual(['t1', 't2']);
});

test.each(['storage-full', 'storage-unavailable'] as const)(
  '%s is told, holds everything, and ends by itself',
  async (code) => {
    const { delivery, got } = setUp(no(code));
    delivery.add(batch('ab'));
    await vi.waitFor(() => expect(delivery.problem()).toBe(code));
    expect(delivery.waiting()).toBe(2);
    await vi.waitFor(() => expect(delivery.waiting()).toBe(0));
    expect(delivery.problem()).toBeUndefined();
    expect(got).toHaveLength(2);
  },
);

test('one turn the worker cannot accept does not take the others with it', async () => {
  const refused = (each: Batch) => each.turns.some((turn) => turn.key === 'x');
  const got: string[] = [];
  const delivery = deliver({
    signal: new AbortController().signal,
    changed: () => undefined,
    stopped: () => undefined,
    keep: async (each) => {
      if (refused(each)) return no('refused');
      got.push(...each.turns.map((turn) => turn.key));
      return yes;
    },
  });
  delivery.add(batch('abxcd'));
  await vi.waitFor(() => expect(delivery.waiting()).toBe(0));
  expect(got.sort()).toEqual(['a', 'b', 'c', 'd']);
  expect(delivery.problem()).toBe('refused');
});

test('a paused tab drops what it holds and goes quiet', async () => {
  const { delivery, stopped } = setUp(no('paused'));
  delivery.add(batch('ab'));
  await vi.waitFor(() => expect(stopped).toHaveBeenCalledWith(batch('ab').thread));
  expect(delivery.waiting()).toBe(0);
});

test('one conversation that is paused does not take the turns of another with it', async () => {
  const { delivery, got, stopped } = setUp(no('paused'));
  delivery.add(batch('a', 'x', 'paused'));
  delivery.add(batch('b', 'x', 'other'));
  delivery.add({ ...batch('c'), thread: { ...batch('c').thread, key: 'lasting', formerKeys: ['paused'] } });
  delivery.add(batch('d', 'x', 'other'));
  await vi.waitFor(() => expect(delivery.waiting()).toBe(0));
  expect(texts(got)).toEqual(['a', 'b', 'd']);
  expect(stopped).toHaveBeenCalledTimes(1);
});

test('after the end nothing is sent any more', async () => {
  const { delivery, got, end } = setUp(new Error('gone'));
  delivery.add(batch('a'));
  end.abort();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(got).toHaveLength(1);
});

test('a page of many megabytes goes in parts', async () => {
  const { delivery, got } = setUp();
  delivery.add(batch('abcd', 'x'.repeat(3_000_000)));
  await vi.waitFor(() => expect(delivery.waiting()).toBe(0));
  expect(texts(got)).toEqual(['a', 'b', 'c', 'd']);
});

test('a turn that waits is not taken for another one that has its key now', async () => {
  const one = (more: Partial<Turn>): Batch => ({
    ...batch('', ''),
    turns: [
      { key: '~/user/0', formerKeys: [], role: 'user', markdown: '', blocks: [], state: 'final', ...more },
    ],
  });
  const { delivery, got } = setUp();
  delivery.add(batch('x'));
  delivery.add(one({ markdown: 'How?' }));
  delivery.add(one({ markdown: 'Why?', anew: true }));
  delivery.add(one({ markdown: 'Why?', ordinal: 1 }));
  delivery.add(one({ key: 'abc', draft: 'rc_1', role: 'assistant', markdown: 'Because' }));
  delivery.add(one({ key: 'abc', draft: 'rc_2', role: 'assistant', markdown: 'Because so' }));
  await vi.waitFor(() => expect(delivery.waiting()).toBe(0));
  const turns = got.slice(1).map((each) => each.turns.map(({ markdown, anew }) => [markdown, anew]));
  expect(turns).toEqual([
    [['How?', undefined]],
    [
      ['Why?', true],
      ['Because', undefined],
    ],
    [['Because so', undefined]],
  ]);
});
