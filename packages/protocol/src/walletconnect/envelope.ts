/*
 * Envelopes of WalletConnect v2, the messages of a relay. Lengths are in bytes.
 *
 *   type 0   00 | IV (12) | ciphertext                              both sides have the key
 *   type 1   01 | sender's X25519 key (32) | IV (12) | ciphertext   the receiver derives the key
 *   type 2   02 | text                                              not encrypted; link mode only, rejected here
 *
 * The ciphertext is ChaCha20-Poly1305 (RFC 8439) with its 16-byte tag. The IV of each message is random: a key
 * encrypts far fewer messages than the 2^32 at which collisions of random 96-bit IVs become likely.
 */
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { bytesToHex, concatBytes, hexToBytes, randomBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { fromAnyBase64, fromUtf8, toUtf8 } from './bytes.ts'
import { InvalidEnvelopeError } from './InvalidEnvelopeError.ts'
import { deriveSymKey } from './keys.ts'

const ivLength = 12
const tagLength = 16

/** The parameters of {@link sealEnvelope}. */
export type SealEnvelopeParameters = {
  symKey: string
  message: string
  /** Creates a type 1 envelope, for which the receiver derives the key from this public key. */
  senderPublicKey?: string | undefined
  /** 12 bytes. Default: random. For tests only, because an IV must never be used twice with a key. */
  iv?: Uint8Array | undefined
}

/** Encrypts a message into an envelope. Returns base64. */
export function sealEnvelope({ symKey, message, senderPublicKey, iv }: SealEnvelopeParameters): string {
  const nonce = iv ?? randomBytes(ivLength)
  const ciphertext = chacha20poly1305(hexToBytes(symKey), nonce).encrypt(toUtf8(message))
  const header =
    senderPublicKey === undefined
      ? Uint8Array.of(0)
      : concatBytes(Uint8Array.of(1), hexToBytes(senderPublicKey))
  return base64.encode(concatBytes(header, nonce, ciphertext))
}

/** The parameters of {@link openEnvelope}: the symmetric key for type 0, or our private key for type 1. */
export type OpenEnvelopeParameters = { envelope: string } & (
  | { symKey: string; privateKey?: undefined }
  | { privateKey: string; symKey?: undefined }
)

/** A decrypted envelope. For type 1, `symKey` is the derived key and `senderPublicKey` is set. */
export type OpenedEnvelope = {
  message: string
  symKey: string
  senderPublicKey?: string | undefined
}

/**
 * Decrypts an envelope. Rejects type 2, because a relay could forge it.
 *
 * @throws {InvalidEnvelopeError} if it is malformed, was modified, or was encrypted with another key. The error
 * contains neither key nor text.
 * @example
 * import { openEnvelope, sealEnvelope } from '@portico/protocol/walletconnect'
 *
 * const symKey = '00'.repeat(32) // from the pairing URI
 * const envelope = sealEnvelope({ symKey, message: 'hello' })
 * const { message } = await openEnvelope({ symKey, envelope }) // 'hello'
 */
export async function openEnvelope({
  envelope,
  symKey,
  privateKey,
}: OpenEnvelopeParameters): Promise<OpenedEnvelope> {
  const bytes = decode(envelope)
  const type = bytes[0]
  if (type !== 0 && type !== 1) fail(type === 2 ? 'it is not encrypted (type 2)' : 'its type is unknown')
  const expected = privateKey === undefined ? 0 : 1
  if (type !== expected) fail(`it has type ${type} instead of ${expected}`)
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
    // The original error is dropped on purpose: it may contain its input.
    return fail('it was modified, or encrypted with another key')
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
