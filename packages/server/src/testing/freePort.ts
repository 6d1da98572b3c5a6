import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a port that is free at the moment, for programs that cannot listen on port 0.
 *
 * The port is outside the ephemeral ranges (from 32768 on Linux, from 49152 elsewhere), as another program that listens on
 * port 0 or opens a connection could otherwise take it first. It is not 10080 either, which browsers block.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue // in use
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
