import { openBackup, writeBackup } from '../keys/backup.ts'
import { clearContent } from '../keys/clearContent.ts'
import { deriveContentAccount } from '../keys/deriveContentAccount.ts'
import { writeSecret } from '../keys/writeSecret.ts'
import { openContent } from '../signer/openContent.ts'
import { openMasterKey } from '../signer/openMasterKey.ts'
import type { BackupResult, BackupTask } from './backupTask.ts'

/**
 * Writes or opens a backup file. Runs in a worker, so that the page stays responsive while the password is hashed, and gets
 * no secret but the words or the key that it asks for.
 */
export async function runBackupTask(task: BackupTask): Promise<BackupResult> {
  if (task.name === 'open') {
    const { content } = await openBackup(task)
    const { address, privateKey } = await deriveContentAccount(content)
    const text = task.reveal ? writeSecret(content) : undefined
    const secret = content.kind === 'seed' ? { words: text ?? '' } : { privateKey: text ?? '' }
    privateKey.fill(0)
    clearContent(content)
    return text === undefined ? { address } : { address, secret }
  }
  const { wallet, device, password, cost } = task
  const { content, account } = await openContent(wallet, await openMasterKey(wallet, device))
  const { walletId } = wallet
  const text = await writeBackup({ walletId, address: account.address, content, password, cost })
  clearContent(content)
  return { text }
}
