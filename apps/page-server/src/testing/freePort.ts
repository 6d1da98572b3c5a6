import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a port that is free at the moment, for programs that cannot choose one themselves.
 *
 * The port is below the ephemeral range, from which the system could assign it to another program first.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    if (!(await once(server, 'listening').catch(() => undefined))) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
