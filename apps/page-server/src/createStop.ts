import type { Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PageHealth } from './serveHealth.ts'

const drainTimeoutMs = 30_000

/**
 * Creates the function that stops a page's server and exits the process. With `drainSeconds` it goes on answering that long
 * while `/readyz` returns 503, so that load balancers send requests elsewhere, and then finishes open requests.
 *
 * @param exit ends the process.
 */
export function createStop({
  server,
  health,
  drainSeconds,
  exit,
}: {
  server: Server
  health: PageHealth
  drainSeconds: number
  exit: () => void
}): () => Promise<void> {
  return async () => {
    if (health.isStopping) return
    health.isStopping = true
    if (drainSeconds === 0) return exit()
    // A proxy that reuses a connection could send its next request just when the server closes it.
    server.prependListener('request', (_, response: ServerResponse) => {
      response.shouldKeepAlive = false
    })
    // Exit even if connections hang.
    setTimeout(exit, drainTimeoutMs).unref()
    await sleep(drainSeconds * 1000)
    server.close(exit)
    server.closeIdleConnections()
  }
}
