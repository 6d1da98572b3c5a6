/*
 * Keys of WalletConnect v2. Each side of a session has an X25519 key. The session's symmetric key (32 bytes) is the
 * HKDF-SHA256 (RFC 5869) of their shared secret, without salt and info. A topic is the SHA-256 of a key. Not obvious:
 * anyone who knows a topic can subscribe to it, but only the key decrypts its messages.
 */
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, randomBytes } from '@noble/hashes/utils.js'
import { toUtf8 } from './bytes.ts'
import { loadCurves } from './loadCurves.ts'

/** An X25519 key pair; each key is 64 lower-case hex digits. */
export type KeyPair = { privateKey: string; publicKey: string }

/** Generates a random key pair. */
export async function generateKeyPair(): Promise<KeyPair> {
  const curves = await loadCurves()
  // Any 32 bytes are a valid secret key: X25519 clamps them.
  const privateKey = randomBytes(32)
  const publicKey = await curves.publicX25519(privateKey)
  return { privateKey: bytesToHex(privateKey), publicKey: bytesToHex(publicKey) }
}

/** Returns 32 random bytes in hex. */
export function generateKey(): string {
  return bytesToHex(randomBytes(32))
}

/**
 * Derives the symmetric key of two sides.
 *
 * @throws {Error} for keys of another length, and for public keys of low order, whose shared secret is predictable.
 * @see https://www.rfc-editor.org/rfc/rfc7748
 * @example
 * import { deriveSymKey, generateKeyPair, hashKey } from '@portico/protocol/walletconnect'
 * const [ours, theirs] = [await generateKeyPair(), await generateKeyPair()]
 * const symKey = await deriveSymKey({ privateKey: ours.privateKey, publicKey: theirs.publicKey })
 * const topic = hashKey(symKey)
 */
export async function deriveSymKey({ privateKey, publicKey }: KeyPair): Promise<string> {
  const curves = await loadCurves()
  const shared = await curves.sharedX25519(hexToBytes(privateKey), hexToBytes(publicKey))
  return bytesToHex(hkdf(sha256, shared, undefined, undefined, 32))
}

/** Returns the topic of a symmetric or public key: the SHA-256 of its bytes, in hex. */
export function hashKey(key: string): string {
  return bytesToHex(sha256(hexToBytes(key)))
}

/** Returns the ID of a relay message: the SHA-256 of its text, in hex. */
export function hashMessage(message: string): string {
  return bytesToHex(sha256(toUtf8(message)))
}

/** Returns whether a value is 64 lower-case hex digits, the format of topics and keys. */
export function isHex32(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}
