import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port nobody listens on at the moment, for programs that cannot choose one themselves.
 *
 * It is none of those that systems hand out (Linux from 32768, others from 49152): whoever listens on 0 or connects
 * somewhere would get one that was just let go, before the program it was meant for. Nor is it 10080, which browsers refuse.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue // somebody has it
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
