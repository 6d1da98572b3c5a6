import { scriptUrl } from '../ui/scriptUrl.ts'
import { connectKeyWorker } from './connectKeyWorker.ts'
import type { KeyWorker } from './KeyWorker.ts'
import workerUrl from './keyWorker.entry.ts?worker&url'

/** Starts the worker from our own files. Its answer carries a policy without any network. */
export function startKeyWorker(): KeyWorker {
  const worker = new Worker(scriptUrl(workerUrl), { type: 'module', name: 'key' })
  return connectKeyWorker(worker, () => worker.terminate())
}
