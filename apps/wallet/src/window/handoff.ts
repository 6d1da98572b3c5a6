// The handoff: how a request reaches a wallet window that the browser has isolated from its frame (Cross-Origin-Opener-
// Policy), and how the answer returns. Both pass through the gateway, which can neither read, change, swap nor replay them.
//
//   K, id    = 32 random bytes each, new for every window; K is only in the fragment of the window's URL
//   question = AES-256-GCM(K, JSON, aad = fields("wk1/window", "question", id, 0, ""))
//   answer   = AES-256-GCM(K, JSON, aad = fields("wk1/window", "answer", id, 1, SHA-256(JSON of the question)))
import { base64urlnopad } from '@scure/base'
import { encodeFields } from '../keys/encodeFields.ts'
import { openSeal, SealBrokenError, seal } from '../keys/sealing.ts'

/** Secrets of one window: `id` identifies its messages at the gateway, `key` encrypts them. 32 bytes each, in base64url. */
export type HandoffSecrets = { id: string; key: string }

/** Which of the two messages. An answer is bound to one question by the question's digest. */
export type HandoffPart = { kind: 'question' } | { kind: 'answer'; questionDigest: Uint8Array }

/** Creates the secrets of one window, for one question. */
export function createHandoffSecrets(): HandoffSecrets {
  const random = () => base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
  return { id: random(), key: random() }
}

/** Writes the secrets as the fragment of a URL, which browsers send to no server. */
export function toFragment({ id, key }: HandoffSecrets): string {
  return `#${id}.${key}`
}

/** Reads the fragment that {@link toFragment} wrote; undefined for any other text. */
export function readFragment(hash: string): HandoffSecrets | undefined {
  const [, id, key] = /^#([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/.exec(hash) ?? []
  return id && key ? { id, key } : undefined
}

/** Encrypts a message. `digest` is the SHA-256 hash of its JSON. */
export async function sealHandoff(
  secrets: HandoffSecrets,
  part: HandoffPart,
  content: unknown,
): Promise<{ sealed: string; digest: Uint8Array }> {
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  const sealed = await seal(await importKey(secrets, 'encrypt'), bytes, additionalData(secrets, part))
  return { sealed: base64urlnopad.encode(sealed), digest: await sha256(bytes) }
}

/**
 * Decrypts a message.
 *
 * @throws {SealBrokenError} when a bit of it differs, or it is another part or of another handoff
 */
export async function openHandoff(
  secrets: HandoffSecrets,
  part: HandoffPart,
  sealed: string,
): Promise<{ content: unknown; digest: Uint8Array }> {
  const key = await importKey(secrets, 'decrypt')
  const bytes = await openSeal(key, decode(sealed), additionalData(secrets, part))
  return { content: JSON.parse(new TextDecoder().decode(bytes)), digest: await sha256(bytes) }
}

function additionalData({ id }: HandoffSecrets, part: HandoffPart): Uint8Array<ArrayBuffer> {
  return part.kind === 'question'
    ? encodeFields('wk1/window', 'question', id, 0, '')
    : encodeFields('wk1/window', 'answer', id, 1, part.questionDigest)
}

function importKey({ key }: HandoffSecrets, usage: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', decode(key), 'AES-GCM', false, [usage])
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  try {
    return base64urlnopad.decode(text) as Uint8Array<ArrayBuffer>
  } catch (cause) {
    throw new SealBrokenError({ cause })
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
