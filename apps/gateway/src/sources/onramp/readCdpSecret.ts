import { createPrivateKey, type KeyObject } from 'node:crypto'

/** What comes before the 32 bytes of an Ed25519 seed in PKCS #8 (RFC 8410). */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Reads the secret of a key: PEM for ECDSA, or base64 of seed and public key for Ed25519.
 *
 * @throws {Error} if it is neither. The message contains nothing of it.
 */
export function readCdpSecret(secret: string): KeyObject {
  try {
    if (secret.includes('-----BEGIN')) return createPrivateKey(secret.replaceAll('\\n', '\n'))
    const bytes = Buffer.from(secret, 'base64')
    if (bytes.length !== 64) throw new Error('length')
    const key = Buffer.concat([ed25519Prefix, bytes.subarray(0, 32)])
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch {
    throw new Error('It is neither a key in PEM nor 64 bytes in base64.')
  }
}
