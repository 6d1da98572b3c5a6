import type { SealedCode } from '@portico/protocol/vault'
import { type SealingKey, sealToServer } from '../keys/sealToServer.ts'
import { makeReleaseKeys } from './makeReleaseKeys.ts'

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
  return { sealed: await sealToServer(sealTo, content), releaseKey: privateKey }
}
