import { BackupUnreadableError } from '../keys/backup.ts'
import { SealBrokenError } from '../keys/sealing.ts'
import type { BackupFailure, BackupTask } from './backupTask.ts'
import { runBackupTask } from './runBackupTask.ts'

// Entry of the worker for backup files. It runs one task.
addEventListener('message', ({ data }: MessageEvent<BackupTask>) => {
  runBackupTask(data).then(
    (value) => postMessage({ value }),
    (error: unknown) => postMessage({ failure: toFailure(error) }),
  )
})

function toFailure(error: unknown): BackupFailure {
  if (error instanceof SealBrokenError) return 'broken'
  return error instanceof BackupUnreadableError ? 'unreadable' : 'other'
}
