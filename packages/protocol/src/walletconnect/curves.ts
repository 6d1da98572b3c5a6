/*
 * X25519 (RFC 7748) and Ed25519 (RFC 8032) by the platform's WebCrypto, which is less to fetch and constant in time.
 * Where the platform does not know them, as in older browsers and on pages without https, noble's code is fetched
 * then. Both give the same bytes: Ed25519 is deterministic.
 *
 * Not obvious: WebCrypto takes secret keys in PKCS #8 only (RFC 8410: a fixed head and the 32 bytes), and tells the
 * public key of one only in its JWK.
 */
import { concatBytes, hexToBytes, randomBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'

/** 32 bytes each, but for signatures (64). */
export type Curves = {
  publicX25519(secretKey: Uint8Array): Promise<Uint8Array>
  /** @throws for public keys of low order, whose secret everybody knows. */
  sharedX25519(secretKey: Uint8Array, publicKey: Uint8Array): Promise<Uint8Array>
  publicEd25519(seed: Uint8Array): Promise<Uint8Array>
  signEd25519(message: Uint8Array, seed: Uint8Array): Promise<Uint8Array>
}

const heads = { X25519: '302e020100300506032b656e04220420', Ed25519: '302e020100300506032b657004220420' }
const usages = { X25519: ['deriveBits'], Ed25519: ['sign'] } as const

const platform: Curves = {
  publicX25519: (secretKey) => publicKeyOf('X25519', secretKey),
  async sharedX25519(secretKey, publicKey) {
    const theirs = await crypto.subtle.importKey('raw', toBuffer(publicKey), 'X25519', true, [])
    const ours = await importSecret('X25519', secretKey)
    const secret = new Uint8Array(
      await crypto.subtle.deriveBits({ name: 'X25519', public: theirs }, ours, 256),
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

let found: Promise<Curves> | undefined

/** The curves of this platform. */
export function loadCurves(): Promise<Curves> {
  found ??= find().catch((error: unknown) => {
    // Not fetched now; the next try asks again.
    found = undefined
    throw error
  })
  return found
}

async function find(): Promise<Curves> {
  try {
    // The only way to know is to do it.
    const key = randomBytes(32)
    await platform.sharedX25519(key, await platform.publicX25519(key))
    await platform.publicEd25519(key)
    await platform.signEd25519(key, key)
    return platform
  } catch {
    return (await import('./softCurves.ts')).softCurves
  }
}

type Name = keyof typeof heads

function importSecret(name: Name, secretKey: Uint8Array): Promise<CryptoKey> {
  const pkcs8 = toBuffer(concatBytes(hexToBytes(heads[name]), secretKey))
  return crypto.subtle.importKey('pkcs8', pkcs8, name, true, usages[name])
}

async function publicKeyOf(name: Name, secretKey: Uint8Array): Promise<Uint8Array> {
  const { x } = await crypto.subtle.exportKey('jwk', await importSecret(name, secretKey))
  return base64urlnopad.decode(x ?? '')
}

/** A copy with a buffer of its own, which is what WebCrypto's types ask for. */
function toBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes)
}
