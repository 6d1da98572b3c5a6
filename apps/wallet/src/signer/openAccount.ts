import { clearContent } from '../keys/clearContent.ts'
import type { EvmAccount } from '../keys/evmAccount.ts'
import type { MasterKey } from '../keys/slot.ts'
import { openContent } from './openContent.ts'
import type { WalletRecord } from './walletRecord.ts'

/** Opens the account and overwrites the rest. */
export async function openAccount(wallet: WalletRecord, key: MasterKey): Promise<EvmAccount> {
  const { content, account } = await openContent(wallet, key)
  clearContent(content)
  return account
}
