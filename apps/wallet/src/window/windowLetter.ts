// How a request reaches a wallet window that the browser has cut off from its frame, and how the answer comes back: through
// the gateway, which is not to read, change, swap or repeat any of it.
//
//   K, id    = 32 random bytes each, new for every window; K stands in the fragment of the window's address and nowhere else
//   question = AES-256-GCM(K, JSON, aad = fields("wk1/window", "question", id, 0, ""))
//   answer   = AES-256-GCM(K, JSON, aad = fields("wk1/window", "answer", id, 1, SHA-256(JSON of the question)))
import { base64urlnopad } from '@scure/base'
import { encodeFields } from '../keys/encodeFields.ts'
import { openSeal, SealBrokenError, seal } from '../keys/sealing.ts'

/** The secrets of one window: `id` finds its texts at the gateway, `key` opens them. 32 bytes each, base64url. */
export type WindowLetter = { id: string; key: string }

/** Which of its two texts; an answer belongs to one question, by its digest. */
export type LetterPart = { kind: 'question' } | { kind: 'answer'; to: Uint8Array }

/** Secrets for one window, good for one question. */
export function makeLetter(): WindowLetter {
  const random = () => base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
  return { id: random(), key: random() }
}

/** The secrets as the end of the window's address, which browsers send to no server. */
export function toFragment({ id, key }: WindowLetter): string {
  return `#${id}.${key}`
}

/** The secrets of an address that {@link toFragment} made. */
export function readFragment(hash: string): WindowLetter | undefined {
  const [, id, key] = /^#([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/.exec(hash) ?? []
  return id && key ? { id, key } : undefined
}

/** Seals a text; `digest` names it. */
export async function sealLetter(
  letter: WindowLetter,
  part: LetterPart,
  content: unknown,
): Promise<{ sealed: string; digest: Uint8Array }> {
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  const sealed = await seal(await importKey(letter, 'encrypt'), bytes, placeOf(letter, part))
  return { sealed: base64urlnopad.encode(sealed), digest: await digestOf(bytes) }
}

/**
 * Opens a text.
 *
 * @throws {SealBrokenError} when it is not this text of this letter, to the bit
 */
export async function openLetter(
  letter: WindowLetter,
  part: LetterPart,
  sealed: string,
): Promise<{ content: unknown; digest: Uint8Array }> {
  const key = await importKey(letter, 'decrypt')
  const bytes = await openSeal(key, decode(sealed), placeOf(letter, part))
  return { content: JSON.parse(new TextDecoder().decode(bytes)), digest: await digestOf(bytes) }
}

function placeOf({ id }: WindowLetter, part: LetterPart): Uint8Array<ArrayBuffer> {
  return part.kind === 'question'
    ? encodeFields('wk1/window', 'question', id, 0, '')
    : encodeFields('wk1/window', 'answer', id, 1, part.to)
}

function importKey({ key }: WindowLetter, usage: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', decode(key), 'AES-GCM', false, [usage])
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  try {
    return base64urlnopad.decode(text) as Uint8Array<ArrayBuffer>
  } catch (cause) {
    throw new SealBrokenError({ cause })
  }
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
