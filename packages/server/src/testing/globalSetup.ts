import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import type { ServerAddress } from './ServerAddress.ts'
import { startPostgres } from './startPostgres.ts'
import { startRedis } from './startRedis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL under which test files request a PostgreSQL or Redis server, see `testServer`. */
    testServers: string
  }
}

type TestServer = ServerAddress & { stop(): Promise<void> }

const servers = { postgres: () => startPostgres(), redis: () => startRedis() }

/**
 * Provides one PostgreSQL and one Redis server for a whole run. Each is started when the first test file requests it, so
 * runs without server tests do not start them.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<TestServer>>()
  const listener = createServer(async (request, response) => {
    const name = request.url?.slice(1) as keyof typeof servers
    const start = servers[name]
    if (!started.has(name)) started.set(name, start())
    const { stop: _stop, ...server } = await (started.get(name) as Promise<TestServer>)
    response.end(JSON.stringify(server satisfies ServerAddress))
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  provide('testServers', `http://127.0.0.1:${(listener.address() as AddressInfo).port}`)
  return async () => {
    listener.close()
    for (const server of started.values()) await (await server).stop()
  }
}
