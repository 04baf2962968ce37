/** Ids are for ever: the golden vectors in test/model/ids.test.ts pin every function of this file. */

export type ThreadId = string & { readonly _brand: 'ThreadId' };
export type MessageId = string & { readonly _brand: 'MessageId' };

/** Namespace of all Threadkeeper threads: a random UUID, chosen once. */
const NAMESPACE = '5f0c1c57-8f0e-4a52-9d3b-6a8d3f2b7e41';

export const threadId = async (site: string, key: string): Promise<ThreadId> =>
  (await nameUuid(NAMESPACE, [site, key])) as ThreadId;

export const messageId = async (thread: ThreadId, key: string): Promise<MessageId> =>
  (await nameUuid(thread, [key])) as MessageId;

/**
 * RFC 9562 version 8, name-based with SHA-256: the first 16 bytes of the digest over the namespace's bytes and
 * the name, with version and variant set. The name is the JSON array of its parts, so that no two lists of
 * parts share a name.
 */
async function nameUuid(namespace: string, parts: readonly string[]): Promise<string> {
  const name = new TextEncoder().encode(JSON.stringify(parts));
  const input = new Uint8Array(16 + name.length);
  input.set(bytesOf(namespace));
  input.set(name, 16);
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', input)).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const bytesOf = (uuid: string): Uint8Array =>
  Uint8Array.from(uuid.replaceAll('-', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
