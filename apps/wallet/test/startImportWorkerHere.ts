import { createImportOperations, type ImportOperations } from '../src/imports/createImportOperations.ts'
import type { ImportWorker } from '../src/imports/startImportWorker.ts'
import { connectKeyWorker } from '../src/signer/connectKeyWorker.ts'
import { serveKeyOperations } from '../src/signer/serveKeyOperations.ts'

/** Runs the import worker's program in this process, behind a real message channel: Node has no Web Workers. */
export function startImportWorkerHere(): ImportWorker {
  const { port1, port2 } = new MessageChannel()
  serveKeyOperations(port2 as unknown as Parameters<typeof serveKeyOperations>[0], createImportOperations())
  return connectKeyWorker<ImportOperations>(
    port1 as unknown as Parameters<typeof connectKeyWorker>[0],
    () => {
      port1.close()
      port2.close()
    },
  )
}
