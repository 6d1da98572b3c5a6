import { inject } from 'vitest'
import type { TestServer } from './globalSetup.ts'

/**
 * The PostgreSQL or Redis of this run, started for the first who asks.
 *
 * @throws {Error} where `CI` is set and there is none: a run that decides about a change skips nothing.
 */
export async function testServer(name: 'postgres' | 'redis'): Promise<TestServer> {
  const server = (await (await fetch(`${inject('testServers')}/${name}`)).json()) as TestServer
  if ('reason' in server && process.env.CI)
    throw new Error(`CI is set, but there is no ${name} for the tests: ${server.reason}.`)
  return server
}
