import type { Server } from 'node:http'

/** The first turn may end before the event loop has looked for connections. */
const quietTurns = 3
/** So that a server that is flooded stops, too. */
const maxTurns = 1000

/**
 * Waits until a listening server has accepted the connections that wait for it. The event loop accepts one in each turn, and closing
 * the server resets the others, although their clients may have sent a request already.
 */
export async function acceptWaiting(server: Server): Promise<void> {
  let quiet = 0
  const onConnection = () => {
    quiet = 0
  }
  server.on('connection', onConnection)
  for (let turn = 0; quiet < quietTurns && turn < maxTurns; turn++) {
    quiet++
    await new Promise((resolve) => setImmediate(resolve))
  }
  server.off('connection', onConnection)
}
