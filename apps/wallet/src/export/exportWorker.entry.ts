import { SealBrokenError } from '../keys/sealing.ts'
import { CodeUnreadableError } from './CodeUnreadableError.ts'
import type { ExportFailure, ExportTask } from './exportTask.ts'
import { runExportTask } from './runExportTask.ts'

// Entry of the worker for exports. It runs one task.
addEventListener('message', ({ data }: MessageEvent<ExportTask>) => {
  runExportTask(data).then(
    (value) => postMessage({ value }),
    (error: unknown) => postMessage({ failure: toFailure(error) }),
  )
})

function toFailure(error: unknown): ExportFailure {
  if (error instanceof SealBrokenError) return 'broken'
  return error instanceof CodeUnreadableError ? 'unreadable' : 'other'
}
