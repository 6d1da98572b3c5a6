import type { RunBackup } from '../backup/backupInWorker.ts'
import type { RevealedWallet, RunExport } from '../export/exportTask.ts'
import type { PartitionStorage } from '../session/PartitionStorage.ts'
import type { StoredSession } from '../session/storedSession.ts'
import { explainLogin } from './explainLogin.ts'
import type { ExportClient } from './export/createExportClient.ts'
import { explainExport } from './export/explainExport.ts'
import { saveFile } from './saveFile.ts'
import { showBackup } from './showBackup.ts'

/** Storage key of the time at which a backup file was last checked in this browser. */
const backupKey = 'backup'
/** How long a typed code counts as fresh proof. The servers accept it for ten minutes; typing takes some. */
const freshMs = { backup: 5 * 60_000, code: 60_000 }

/** Creates the views that take the key out of the wallet: a backup file, a recovery code, and the words. */
export function createKeyViews({
  root,
  proveAgain,
  client,
  storage,
  runBackup,
  runExport,
  recover,
  show,
}: {
  root: HTMLElement
  /** Has the visitor log in again. `needsGrant`: the vault verifies it itself, and the account keeps its grant. */
  proveAgain(session: StoredSession, options: { needsGrant: boolean }): Promise<void>
  client: ExportClient
  storage: PartitionStorage
  runBackup: RunBackup
  runExport: RunExport
  recover(text: string): Promise<RevealedWallet>
  /** Shows the page of a visitor who is logged in. */
  show(session: StoredSession, options?: { note?: string }): Promise<void>
}) {
  /** When the visitor last typed a code on this page, in milliseconds since 1970. */
  let provenAt = Number.NEGATIVE_INFINITY

  /**
   * Asks for a new login, unless the last one is younger. A browser that may not export the key is refused before. Returns
   * false after it has shown the page again with the reason.
   */
  async function prove(
    session: StoredSession,
    { maxAgeMs, needsGrant = false }: { maxAgeMs: number; needsGrant?: boolean },
  ): Promise<boolean> {
    try {
      await client.checkDevice()
    } catch (error) {
      await show(session, { note: explainExport(error) })
      return false
    }
    if (Date.now() - provenAt <= maxAgeMs) return true
    try {
      await proveAgain(session, { needsGrant })
      provenAt = Date.now()
      return true
    } catch (error) {
      await show(session, { note: explainLogin(error) })
      return false
    }
  }

  return {
    /** Records that the visitor has just logged in. */
    onProven(): void {
      provenAt = Date.now()
    },

    /** When a backup file was last checked in this browser (ISO 8601). */
    async lastBackup(): Promise<string | undefined> {
      const stored = await storage.read(backupKey)
      return typeof stored === 'string' ? stored : undefined
    },

    async makeBackup(session: StoredSession): Promise<void> {
      if (!(await prove(session, { maxAgeMs: freshMs.backup }))) return
      const { address } = session
      showBackup({
        root,
        address,
        runBackup,
        open: () => client.open('backup'),
        save: (text) => saveFile(`wallet-backup-${address.slice(0, 10)}.json`, text),
        onVerified: () => void storage.write(backupKey, new Date().toISOString()),
        onBack: () => void show(session),
      })
    },

    async makeCode(session: StoredSession): Promise<void> {
      if (!(await prove(session, { maxAgeMs: freshMs.code }))) return
      const { showCode } = await import('./recovery/showCode.ts')
      const { address } = session
      await showCode({ root, address, client, runExport, recover, onBack: () => void show(session) })
    },

    async removeCode(session: StoredSession, slotId: string): Promise<void> {
      if (!(await prove(session, { maxAgeMs: freshMs.backup }))) return
      const note = await client.removeCode(slotId).then(() => undefined, explainExport)
      await show(session, note === undefined ? {} : { note })
    },

    /**
     * The words need a new login with link and code, however young the last one is.
     *
     * @param reveal opens another wallet than the one on this device
     */
    async exportWords(
      session: StoredSession,
      reveal = async () => runExport({ name: 'reveal', ...(await client.open('words')) }),
    ): Promise<void> {
      if (!(await prove(session, { maxAgeMs: -1, needsGrant: true }))) return
      const { showExport } = await import('./export/showExport.ts')
      await showExport({ root, reveal, onBack: () => void show(session) })
    },
  }
}
