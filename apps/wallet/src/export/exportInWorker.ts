import { runInWorker } from '../ui/runInWorker.ts'
import { ExportFailedError } from './ExportFailedError.ts'
import type { ExportFailure, RunExport } from './exportTask.ts'
import workerUrl from './exportWorker.entry.ts?worker&url'

/**
 * Runs a task in a worker of its own, whose file is served with a policy that allows no network access. It contains the list
 * of words, which the worker that signs need not load.
 *
 * @throws {ExportFailedError} with the reason as `code`
 */
export const exportInWorker = runInWorker({
  url: workerUrl,
  name: 'export',
  toError: (failure: ExportFailure = 'other') => new ExportFailedError(failure),
}) as RunExport
