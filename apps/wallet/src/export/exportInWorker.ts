import { scriptUrl } from '../ui/scriptUrl.ts'
import { ExportFailedError } from './ExportFailedError.ts'
import type { RunExport } from './exportTask.ts'
import workerUrl from './exportWorker.entry.ts?worker&url'

/**
 * Runs a task in a worker of its own, whose file is served with a policy that allows no network access. It contains the list
 * of words, which the worker that signs need not load.
 *
 * @throws {ExportFailedError} with the reason as `code`
 */
export const exportInWorker: RunExport = (task) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(scriptUrl(workerUrl), { type: 'module', name: 'export' })
    worker.onmessage = ({ data }) => {
      worker.terminate()
      if (data.value) resolve(data.value)
      else reject(new ExportFailedError(data.failure))
    }
    worker.onerror = () => reject(new ExportFailedError('other'))
    worker.postMessage(task)
  })
