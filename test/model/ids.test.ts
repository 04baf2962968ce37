import { expect, test } from 'vitest';
import { messageId, type ThreadId, threadId } from '../../src/model/ids';

/** Golden vectors: a change here means every stored id of every user changes. Never edit, only add. */
test('thread ids are pinned for ever', async () => {
  expect(await threadId('chatgpt', '6a5aacf8-3648-83ee-9a3e-0f2b9f6f1c11')).toBe(
    '4d044946-e060-85c5-9c77-0111c362c50d',
  );
  expect(await threadId('chatgpt', 'WEB:6a5aacf8-3648-43ee-9a3e-0f2b9f6f1c11')).toBe(
    'ba733dd9-eea6-83f6-a6cf-ec4c1f6a9fc3',
  );
  expect(await threadId('claude', '6a5aacf8-3648-83ee-9a3e-0f2b9f6f1c11')).toBe(
    'e9eaec7c-bdc6-84de-a071-9acae52502e1',
  );
  expect(await threadId('gemini', 'c0ffee0123456789')).toBe('659dd509-8ad6-8e43-ba82-e62c0550c401');
  expect(await threadId('gemini', '面包 🥖 خبز')).toBe('4ff4aad8-bef3-8e5c-820b-a4ddb57ef99f');
});

test('message ids are pinned for ever', async () => {
  const thread = (await threadId('chatgpt', '6a5aacf8-3648-83ee-9a3e-0f2b9f6f1c11')) as ThreadId;
  expect(await messageId(thread, '0b5e1a52-7a05-4d0e-8a3c-2f6c7d1e9b10')).toBe(
    '3a4a4035-19e0-8b9e-a76a-7eed7d5c536d',
  );
  expect(await messageId(thread, '~0b5e1a52-7a05-4d0e-8a3c-2f6c7d1e9b10/assistant/0')).toBe(
    '5e76a74d-22e5-88de-9aac-35087444402d',
  );
  expect(await messageId(thread, '')).toBe('1486cca0-b01c-8bc2-933e-478434128841');
});

test('ids are RFC 9562 version 8 and no two names share one', async () => {
  const ids = await Promise.all([
    threadId('a', 'bc'),
    threadId('ab', 'c'),
    threadId('a","b', 'c'),
    threadId('a', '"bc'),
    threadId('', 'abc'),
  ]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
