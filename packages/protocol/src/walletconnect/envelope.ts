/*
 * Envelopes of WalletConnect v2: what a relay carries.
 *
 *   type 0   00 | iv 12 | box                        both sides hold the key
 *   type 1   01 | sender's X25519 key 32 | iv 12 | box   the receiver derives the key
 *   type 2   02 | text                               not encrypted; link mode only, refused here
 *
 * The box is ChaCha20-Poly1305 (RFC 8439) with its 16-byte tag. The iv is random for each message: a key seals far
 * fewer messages than the 2^32 at which random 96-bit ivs become a risk.
 */
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { bytesToHex, concatBytes, hexToBytes, randomBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { fromAnyBase64, fromUtf8, toUtf8 } from './bytes.ts'
import { InvalidEnvelopeError } from './InvalidEnvelopeError.ts'
import { deriveSymKey } from './keys.ts'

const ivLength = 12
const tagLength = 16

/** What {@link sealEnvelope} takes. */
export type SealEnvelopeParameters = {
  symKey: string
  message: string
  /** Makes it type 1: the receiver derives the key from this public key. */
  senderPublicKey?: string | undefined
  /** 12 bytes; random if left out. Only tests give it: an iv must never be used twice with a key. */
  iv?: Uint8Array | undefined
}

/** Encrypts a message into an envelope, in base64. */
export function sealEnvelope({ symKey, message, senderPublicKey, iv }: SealEnvelopeParameters): string {
  const nonce = iv ?? randomBytes(ivLength)
  const box = chacha20poly1305(hexToBytes(symKey), nonce).encrypt(toUtf8(message))
  const head =
    senderPublicKey === undefined
      ? Uint8Array.of(0)
      : concatBytes(Uint8Array.of(1), hexToBytes(senderPublicKey))
  return base64.encode(concatBytes(head, nonce, box))
}

/** Opens type 0 with the key, or type 1 with our private key. */
export type OpenEnvelopeParameters = { envelope: string } & (
  | { symKey: string; privateKey?: undefined }
  | { privateKey: string; symKey?: undefined }
)

/** An opened envelope; `senderPublicKey` and the derived `symKey` are there for type 1. */
export type OpenedEnvelope = {
  message: string
  symKey: string
  senderPublicKey?: string | undefined
}

/**
 * Decrypts an envelope. Type 2 is refused: a relay could write such a text itself.
 *
 * @throws {InvalidEnvelopeError} for what is no envelope, was changed, or was sealed with another key. Nothing of
 * the key or the text is in the error.
 * @example
 * import { openEnvelope, sealEnvelope } from '@portico/protocol/walletconnect'
 * const { message } = await openEnvelope({ symKey, envelope: sealEnvelope({ symKey, message: 'hello' }) }) // 'hello'
 */
export async function openEnvelope({
  envelope,
  symKey,
  privateKey,
}: OpenEnvelopeParameters): Promise<OpenedEnvelope> {
  const bytes = decode(envelope)
  const type = bytes[0]
  if (type !== 0 && type !== 1) fail(type === 2 ? 'it is not encrypted (type 2)' : 'its type is not known')
  const expected = privateKey === undefined ? 0 : 1
  if (type !== expected) fail(`it is of type ${type} where type ${expected} belongs`)
  const start = type === 1 ? 33 : 1
  if (bytes.length < start + ivLength + tagLength) fail('it is too short')
  const senderPublicKey = type === 1 ? bytesToHex(bytes.subarray(1, start)) : undefined
  try {
    const key =
      symKey ?? (await deriveSymKey({ privateKey: privateKey ?? '', publicKey: senderPublicKey ?? '' }))
    const iv = bytes.subarray(start, start + ivLength)
    const plain = chacha20poly1305(hexToBytes(key), iv).decrypt(bytes.subarray(start + ivLength))
    return { message: fromUtf8(plain), symKey: key, senderPublicKey }
  } catch {
    // The original error is dropped on purpose: it may quote what it was given.
    return fail('it was changed, or sealed with another key')
  }
}

function decode(envelope: unknown): Uint8Array {
  try {
    return fromAnyBase64(envelope as string)
  } catch {
    return fail('it is not base64')
  }
}

function fail(reason: string): never {
  throw new InvalidEnvelopeError({ reason })
}
