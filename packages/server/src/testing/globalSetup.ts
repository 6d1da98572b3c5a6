import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './startPostgres.ts'
import { startRedis } from './startRedis.ts'

/** A server of the tests: where it is, or why there is none. */
export type TestServer = { url: string } | { reason: string }

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files ask for a PostgreSQL or a Redis, see `testServer`. */
    testServers: string
  }
}

const servers = { postgres: () => startPostgres(), redis: () => startRedis() }

/**
 * One PostgreSQL and one Redis for a whole run, started when the first test file asks for them: a run of the browser's
 * tests pays nothing.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const started = new Map<string, ReturnType<typeof startPostgres>>()
  const desk = createServer(async (request, response) => {
    const name = request.url?.slice(1) as keyof typeof servers
    const start = servers[name]
    if (!started.has(name)) started.set(name, start())
    const { stop: _stop, ...server } = await (started.get(name) as ReturnType<typeof startPostgres>)
    response.end(JSON.stringify(server satisfies TestServer))
  })
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve))
  provide('testServers', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`)
  return async () => {
    desk.close()
    for (const server of started.values()) await (await server).stop()
  }
}
