import type { SealedCode } from '@portico/protocol/vault'
import { type SealingKey, sealToVault } from '../keys/sealToVault.ts'

/**
 * Creates a key pair for one code. What the vault releases is encrypted to the public key; the private key is not
 * extractable, so only this page can decrypt it.
 */
export async function makeReleaseKeys(): Promise<{
  privateKey: CryptoKey
  publicKey: SealedCode['releaseKey']
}> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
  const { x, y } = await crypto.subtle.exportKey('jwk', keys.publicKey)
  return {
    privateKey: keys.privateKey,
    publicKey: { kty: 'EC', crv: 'P-256', x: x as string, y: y as string },
  }
}

/**
 * Encrypts a typed code for the vault, together with the challenge, the device's key and a new release key, so that no
 * server in between can read the code or use it for another key.
 *
 * @param jkt thumbprint of the device's DPoP key (RFC 7638)
 */
export async function sealCode({
  sealTo,
  code,
  challengeId,
  jkt,
}: {
  sealTo: SealingKey
  code: string
  challengeId: string
  jkt: string
}): Promise<{ sealed: string; releaseKey: CryptoKey }> {
  const { privateKey, publicKey } = await makeReleaseKeys()
  const content: SealedCode = { code, tx: challengeId, jkt, releaseKey: publicKey }
  return { sealed: await sealToVault(sealTo, content), releaseKey: privateKey }
}
