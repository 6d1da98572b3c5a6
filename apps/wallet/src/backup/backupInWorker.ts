import { BaseError } from '@portico/protocol'
import { runInWorker } from '../ui/runInWorker.ts'
import type { BackupFailure, BackupResult, BackupTask } from './backupTask.ts'
import workerUrl from './backupWorker.entry.ts?worker&url'

/** A backup file could not be written or opened; `code` is the reason. */
export class BackupFailedError extends BaseError {
  override name = 'BackupFailedError'
  constructor(failure: BackupFailure) {
    super('The backup file could not be used.', { code: failure })
  }
}

/** Runs a task for a backup file. */
export type RunBackup = (task: BackupTask) => Promise<BackupResult>

/**
 * Runs a task in a worker of its own, whose file is served with a policy that allows no network access.
 *
 * @throws {BackupFailedError} with the reason as `code`
 */
export const backupInWorker: RunBackup = runInWorker({
  url: workerUrl,
  name: 'backup',
  toError: (failure: BackupFailure = 'other') => new BackupFailedError(failure),
})
