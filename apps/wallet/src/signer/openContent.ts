import { deriveContentAccount } from '../keys/deriveContentAccount.ts'
import type { EvmAccount } from '../keys/evmAccount.ts'
import { SealBrokenError } from '../keys/sealing.ts'
import type { MasterKey } from '../keys/slot.ts'
import { openVault, verifyCheck } from '../keys/vault.ts'
import type { VaultContent } from '../keys/vaultContent.ts'
import { firstEpoch, type WalletRecord } from './walletRecord.ts'

/** Decrypts what a wallet holds, and verifies that it belongs to the record's address. The caller overwrites it. */
export async function openContent(
  wallet: WalletRecord,
  key: MasterKey,
): Promise<{ content: VaultContent; account: EvmAccount }> {
  const { walletId, userId, vault, check, address } = wallet
  await verifyCheck(key, { walletId, address }, check)
  const content = await openVault(key, { walletId, userId, epoch: firstEpoch }, vault)
  const account = await deriveContentAccount(content)
  if (account.address !== address) throw new SealBrokenError()
  return { content, account }
}
