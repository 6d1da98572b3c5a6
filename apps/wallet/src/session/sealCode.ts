import type { SealedCode } from '@portico/protocol/vault'
import { CompactEncrypt, importJWK } from 'jose'
import type { SealingKey } from '../signer/createKeyOperations.ts'

/** A key pair for one code: what the vault releases is sealed to it, and only this page can open it. */
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

/** Seals a code to the vault's key, which came with the page: nothing between reads it, or puts another key beside it. */
export async function sealCode({ kid, ...key }: SealingKey, content: SealedCode): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid })
    .encrypt(await importJWK(key, 'ECDH-ES'))
}
