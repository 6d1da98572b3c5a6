import { scriptUrl } from '../ui/scriptUrl.ts'
import { connectKeyWorker } from './connectKeyWorker.ts'
import type { KeyWorker } from './KeyWorker.ts'
import workerUrl from './keyWorker.entry.ts?worker&url'

/** Starts the key worker from our own origin. Its file is served with a policy that allows no network access. */
export function startKeyWorker(): KeyWorker {
  const worker = new Worker(scriptUrl(workerUrl), { type: 'module', name: 'key' })
  return connectKeyWorker(worker, () => worker.terminate())
}
