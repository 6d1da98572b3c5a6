import { createServer } from 'node:net'

/**
 * Returns a port that is free at the moment.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}
