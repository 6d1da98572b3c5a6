import { releasedAuto } from '@portico/protocol/vault'
import { base64urlnopad } from '@scure/base'
import { compactDecrypt } from 'jose'
import { SealBrokenError } from '../keys/sealing.ts'
import { importSlotSecret } from '../keys/slot.ts'
import type { ReleasedSlot, WalletRecord } from './walletRecord.ts'

/**
 * Decrypts the recovery secret that the vault has released, as a CryptoKey that is not extractable.
 *
 * @throws {SealBrokenError} when it is that of another wallet or slot
 */
export async function readReleased(
  wallet: WalletRecord,
  { sealed, releaseKey, slot }: ReleasedSlot,
): Promise<CryptoKey> {
  const { plaintext } = await compactDecrypt(sealed, releaseKey, {
    keyManagementAlgorithms: ['ECDH-ES'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  const content = releasedAuto.parse(JSON.parse(new TextDecoder().decode(plaintext)))
  if (content.walletId !== wallet.walletId || content.slotId !== slot.slotId) throw new SealBrokenError()
  const secret = base64urlnopad.decode(content.secret) as Uint8Array<ArrayBuffer>
  const key = await importSlotSecret(secret)
  secret.fill(0)
  return key
}
