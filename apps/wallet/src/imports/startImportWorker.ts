import { connectKeyWorker } from '../signer/connectKeyWorker.ts'
import type { KeyWorker } from '../signer/KeyWorker.ts'
import { scriptUrl } from '../ui/scriptUrl.ts'
import type { ImportOperations } from './createImportOperations.ts'
import workerUrl from './importWorker.entry.ts?worker&url'

/** A worker that reads a typed key and makes a wallet of it, until it is closed. */
export type ImportWorker = KeyWorker<ImportOperations>

/** Starts the worker. Its file is served with a policy that allows no network access. */
export function startImportWorker(): ImportWorker {
  const worker = new Worker(scriptUrl(workerUrl), { type: 'module', name: 'import' })
  return connectKeyWorker<ImportOperations>(worker, () => worker.terminate())
}
