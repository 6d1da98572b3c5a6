/*
 * Keys of WalletConnect v2. Each side of a session has an X25519 key; the session's symmetric key is
 * HKDF-SHA256 (RFC 5869) of their shared secret without salt and info, 32 bytes; a topic is the SHA-256 of a key.
 * Not obvious: whoever knows a topic may subscribe to it, but only the key opens what is in it.
 */
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, randomBytes } from '@noble/hashes/utils.js'
import { toUtf8 } from './bytes.ts'
import { loadCurves } from './curves.ts'

/** An X25519 key pair, each half 64 lower-case hex digits. */
export type KeyPair = { privateKey: string; publicKey: string }

/** A fresh key pair from the platform's cryptographic generator. */
export async function generateKeyPair(): Promise<KeyPair> {
  const curves = await loadCurves()
  // Any 32 bytes are a secret key: the curve's own clamping makes a scalar of them.
  const privateKey = randomBytes(32)
  const publicKey = await curves.publicX25519(privateKey)
  return { privateKey: bytesToHex(privateKey), publicKey: bytesToHex(publicKey) }
}

/** 32 random bytes in hex. */
export function generateKey(): string {
  return bytesToHex(randomBytes(32))
}

/**
 * The symmetric key two sides share.
 *
 * @throws {Error} for keys of another length, and for public keys that would give a secret anybody knows
 * (points of low order).
 * @see https://www.rfc-editor.org/rfc/rfc7748
 * @example
 * import { deriveSymKey, generateKeyPair, hashKey } from '@portico/protocol/walletconnect'
 * const ours = await generateKeyPair()
 * const symKey = await deriveSymKey({ privateKey: ours.privateKey, publicKey: theirs })
 * const topic = hashKey(symKey)
 */
export async function deriveSymKey({ privateKey, publicKey }: KeyPair): Promise<string> {
  const curves = await loadCurves()
  const shared = await curves.sharedX25519(hexToBytes(privateKey), hexToBytes(publicKey))
  return bytesToHex(hkdf(sha256, shared, undefined, undefined, 32))
}

/** The topic of a key (symmetric or public): SHA-256 of its bytes. */
export function hashKey(key: string): string {
  return bytesToHex(sha256(hexToBytes(key)))
}

/** The id of a relay message: SHA-256 of its text. */
export function hashMessage(message: string): string {
  return bytesToHex(sha256(toUtf8(message)))
}

/** Whether a value is 64 lower-case hex digits: a topic, a symmetric or a public key. */
export function isHex32(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}
