import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { openBackup, writeBackup } from '../keys/backup.ts'
import { deriveEvmAccount } from '../keys/evmAccount.ts'
import { openContent } from '../signer/openContent.ts'
import { openMasterKey } from '../signer/openMasterKey.ts'
import type { BackupResult, BackupTask } from './backupTask.ts'

/**
 * Writes or opens a backup file. Runs in a worker, so that the page stays responsive while the password is hashed, and gets
 * no secret but the words it asks for.
 */
export async function runBackupTask(task: BackupTask): Promise<BackupResult> {
  if (task.name === 'open') {
    const { entropy } = await openBackup(task)
    const { address } = await deriveEvmAccount(entropy)
    const words = task.reveal ? entropyToMnemonic(entropy, wordlist) : undefined
    entropy.fill(0)
    return words === undefined ? { address } : { address, words }
  }
  const { wallet, device, password, cost } = task
  const { content, account } = await openContent(wallet, await openMasterKey(wallet, device))
  const { walletId } = wallet
  const text = await writeBackup({ walletId, address: account.address, content, password, cost })
  content.entropy.fill(0)
  return { text }
}
