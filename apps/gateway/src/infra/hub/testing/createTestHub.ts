import { duplexPair } from 'node:stream'
import { onTestFinished } from 'vitest'
import { connectHub, type HubClient } from '../connectHub.ts'
import { createHub, type Hub, type HubWorker } from '../createHub.ts'

/** Creates a hub whose workers are in this process, connected by streams like those of real ones. */
export function createTestHub(options: Parameters<typeof createHub>[0] = {}): {
  hub: Hub
  /** Connects another worker. `end` ends its connection like the end of its process. */
  connect(): { client: HubClient; worker: HubWorker; end(): void }
} {
  const hub = createHub(options)
  return {
    hub,
    connect() {
      const [here, there] = duplexPair()
      const worker = hub.connect(there)
      const client = connectHub({ stream: here })
      const end = () => {
        here.destroy()
        there.destroy()
      }
      onTestFinished(end)
      return { client, worker, end }
    },
  }
}
