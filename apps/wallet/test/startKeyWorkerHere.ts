import { connectKeyWorker } from '../src/signer/connectKeyWorker.ts'
import type { StartKeyWorker } from '../src/signer/KeyWorker.ts'
import { serveKeyOperations } from '../src/signer/serveKeyOperations.ts'

/** Runs the worker's program in this process, behind a real message channel: Node has no Web Workers. */
export const startKeyWorkerHere: StartKeyWorker = () => {
  const { port1, port2 } = new MessageChannel()
  serveKeyOperations(port2 as unknown as Parameters<typeof serveKeyOperations>[0])
  return connectKeyWorker(port1 as unknown as Parameters<typeof connectKeyWorker>[0], () => {
    port1.close()
    port2.close()
  })
}
