import type { Part, ReplicaConversation, ReplicaTurn } from './conversation';

/** Invented conversations. */

export const prompts = [
  'How do I keep a sourdough starter alive while I travel for three weeks?',
  'yes',
  'yes',
];

/** The answer to the n-th prompt of a conversation: prose, then code every second time, in several scripts. */
export function answerTo(prompt: string, n: number): Part[] {
  const topic = prompt.replace(/\s+/g, ' ').slice(0, 60);
  const answer: Part[] = [
    { kind: 'text', text: `On "${topic}": feed it thick, chill it, and forget it. Reply number ${n + 1}.` },
    { kind: 'text', text: '面粉比水多一点，放进冰箱。 لا تقلق، ستعيش. 🥖 It wakes up after two feedings.' },
  ];
  if (n % 2 === 1) return answer;
  const code = [
    'def feed(starter, flour=50, water=30):',
    '    """Stiff starters sleep longer."""',
    '    if starter.hungry:',
    '        starter.add(flour, water)',
    '',
    '    return starter',
  ].join('\n');
  return [
    ...answer,
    { kind: 'code', language: 'python', text: code },
    { kind: 'text', text: 'Run it once a week.' },
  ];
}

/**
 * The n-th answer to the same question. All begin alike, as retries often do; the second goes on where the first
 * ended, the third is shorter.
 */
export function retake(parts: readonly Part[], take: number): readonly Part[] {
  if (take === 1) return parts;
  return [...parts.slice(0, take % 2 === 0 ? undefined : 1), { kind: 'text', text: `Take ${take}.` }];
}

/** A finished conversation of `exchanges` prompts and answers with ids that look like the site's. */
export function longConversation(
  id: string,
  exchanges: number,
  title = 'Bread on the road',
): ReplicaConversation {
  const turns = Array.from({ length: exchanges }, (_, n): ReplicaTurn[] => {
    const prompt = `Question ${n + 1} of ${title}: what about step ${n + 1} of the recipe?`;
    const [promptId, answerId] = exchangeIds(id, n);
    return [
      { id: promptId, role: 'user', parts: [{ kind: 'text', text: prompt }] },
      { id: answerId, role: 'assistant', parts: answerTo(prompt, n) },
    ];
  }).flat();
  return { id, title, turns };
}

/** Where conversations are known by a uuid, turns have their own; else an exchange has one of 16 digits. */
function exchangeIds(conversation: string, n: number): [string, string] {
  const numbered = (kept: number, i: number): string =>
    conversation.slice(0, kept) + i.toString(16).padStart(conversation.length - kept, '0');
  if (conversation.length !== 16) return [numbered(24, n * 2), numbered(24, n * 2 + 1)];
  const response = numbered(8, n);
  return [`${response}:user`, response];
}
