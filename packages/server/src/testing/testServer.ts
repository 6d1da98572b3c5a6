import { inject } from 'vitest'
import type { ServerAddress } from './ServerAddress.ts'

/**
 * Returns the PostgreSQL or Redis server of this test run and starts it on the first call.
 *
 * @throws {Error} if `CI` is set and the server is not available: CI must not skip tests.
 */
export async function testServer(name: 'postgres' | 'redis'): Promise<ServerAddress> {
  const server = (await (await fetch(`${inject('testServers')}/${name}`)).json()) as ServerAddress
  if ('reason' in server && process.env.CI)
    throw new Error(`CI is set, but there is no ${name} for the tests: ${server.reason}.`)
  return server
}
