import { connectKeyWorker } from '../src/signer/connectKeyWorker.ts'
import type { StartKeyWorker } from '../src/signer/KeyWorker.ts'
import { serveKeyOperations } from '../src/signer/serveKeyOperations.ts'

/** The worker's program at the other end of a real message channel, where there are no workers of the web. */
export const startKeyWorkerHere: StartKeyWorker = () => {
  const { port1, port2 } = new MessageChannel()
  serveKeyOperations(port2 as unknown as Parameters<typeof serveKeyOperations>[0])
  return connectKeyWorker(port1 as unknown as Parameters<typeof connectKeyWorker>[0], () => {
    port1.close()
    port2.close()
  })
}
