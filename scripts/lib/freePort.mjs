import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a port that is free at the moment, for programs that cannot listen on port 0. It is below the range of ephemeral ports, which
 * the system could assign to another program or connection first.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(11_000, 32_000)
    const server = createServer().listen(port)
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
