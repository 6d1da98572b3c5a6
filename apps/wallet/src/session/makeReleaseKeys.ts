import type { SealedClaim } from '@portico/protocol/vault'

/**
 * Creates a key pair for one login. What the vault releases is encrypted to the public key; the private key is not
 * extractable, so only this page can decrypt it.
 */
export async function makeReleaseKeys(): Promise<{
  privateKey: CryptoKey
  publicKey: SealedClaim['releaseKey']
}> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
  const { x, y } = await crypto.subtle.exportKey('jwk', keys.publicKey)
  return {
    privateKey: keys.privateKey,
    publicKey: { kty: 'EC', crv: 'P-256', x: x as string, y: y as string },
  }
}
