import { expect, test } from 'vitest';
import { messageId, threadId } from '../../src/model/ids';
import { memorySchema } from '../../src/model/memory';
import { z } from '../../src/model/schema';

const memory = async () => {
  const thread = await threadId('chatgpt', 'k');
  return {
    id: 'm1',
    threadId: thread,
    type: 'decision',
    title: 'Stiff starter for travel',
    content: 'We keep the starter stiff because it sleeps longer.',
    labels: ['sour-dough', '面包'],
    importance: 0.6,
    language: 'en',
    evidence: [{ messageId: await messageId(thread, 'a'), quote: 'Stiff starters sleep longer.' }],
    status: 'draft',
    engine: 'built-in',
    createdAt: 1,
  };
};

test('a memory with evidence is one', async () => {
  expect(z.safeParse(memorySchema, await memory()).success).toBe(true);
});

test.each([
  ['without evidence', { evidence: [] }],
  ['with an importance beyond 1', { importance: 1.2 }],
  ['with a label that is no label', { labels: ['Sour Dough'] }],
  ['of a type we do not know', { type: 'idea' }],
  ['of a thread that has no id of ours', { threadId: 'k' }],
])('a memory %s is refused', async (_, change) => {
  expect(z.safeParse(memorySchema, { ...(await memory()), ...change }).success).toBe(false);
});
