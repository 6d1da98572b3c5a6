/*
 * X25519 (RFC 7748) and Ed25519 (RFC 8032) with the platform's WebCrypto, which needs no download and runs in
 * constant time. On platforms without them (older browsers, pages without HTTPS), noble's implementation is loaded.
 * Both return the same bytes: Ed25519 is deterministic.
 *
 * Not obvious: WebCrypto imports secret keys only as PKCS #8 (RFC 8410: a fixed prefix and the 32 bytes), and exports
 * their public key only in a JWK.
 */
import { concatBytes, hexToBytes, randomBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import type { Curves } from './Curves.ts'

const pkcs8Prefixes = {
  X25519: '302e020100300506032b656e04220420',
  Ed25519: '302e020100300506032b657004220420',
}
const usages = { X25519: ['deriveBits'], Ed25519: ['sign'] } as const

const platform: Curves = {
  publicX25519: (secretKey) => publicKeyOf('X25519', secretKey),
  async sharedX25519(secretKey, publicKey) {
    const importedPublicKey = await crypto.subtle.importKey('raw', toBuffer(publicKey), 'X25519', true, [])
    const importedSecretKey = await importSecret('X25519', secretKey)
    const secret = new Uint8Array(
      await crypto.subtle.deriveBits({ name: 'X25519', public: importedPublicKey }, importedSecretKey, 256),
    )
    if (secret.every((byte) => byte === 0)) throw new Error('The public key is of low order.')
    return secret
  },
  publicEd25519: (seed) => publicKeyOf('Ed25519', seed),
  async signEd25519(message, seed) {
    const key = await importSecret('Ed25519', seed)
    return new Uint8Array(await crypto.subtle.sign('Ed25519', key, toBuffer(message)))
  },
}

let detected: Promise<Curves> | undefined

/** Returns the implementation for this platform. */
export function loadCurves(): Promise<Curves> {
  detected ??= detect().catch((error: unknown) => {
    // Let the next call try again.
    detected = undefined
    throw error
  })
  return detected
}

async function detect(): Promise<Curves> {
  try {
    // The only way to detect support is to use every operation.
    const key = randomBytes(32)
    await platform.sharedX25519(key, await platform.publicX25519(key))
    await platform.publicEd25519(key)
    await platform.signEd25519(key, key)
    return platform
  } catch {
    return (await import('./nobleCurves.ts')).nobleCurves
  }
}

type Name = keyof typeof pkcs8Prefixes

function importSecret(name: Name, secretKey: Uint8Array): Promise<CryptoKey> {
  const pkcs8 = toBuffer(concatBytes(hexToBytes(pkcs8Prefixes[name]), secretKey))
  return crypto.subtle.importKey('pkcs8', pkcs8, name, true, usages[name])
}

async function publicKeyOf(name: Name, secretKey: Uint8Array): Promise<Uint8Array> {
  const { x } = await crypto.subtle.exportKey('jwk', await importSecret(name, secretKey))
  return base64urlnopad.decode(x ?? '')
}

/** Returns a copy backed by an `ArrayBuffer`, which the types of WebCrypto require. */
function toBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes)
}
