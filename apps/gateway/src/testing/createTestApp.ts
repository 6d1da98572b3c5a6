import { createLog } from '@portico/server'
import { tempFolder } from '@portico/server/testing'
import type { Hono } from 'hono'
import { expect, onTestFinished } from 'vitest'
import { readConfig } from '../config/readConfig.ts'
import { createApp } from '../createApp.ts'
import { createServices, type Services } from '../createServices.ts'
import type { createSafeFetch } from '../egress/createSafeFetch.ts'
import type { AppEnv } from '../http/AppEnv.ts'
import { checkAnswers } from '../openapi/testing/checkAnswers.ts'
import type { FakeHeads } from './createFakeHeads.ts'

/** A gateway of a test, without a port. */
export type TestApp = {
  app: Hono<AppEnv>
  services: Services
  /** Asks with the project `local`, unless the path names another. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** Sends JSON-RPC to chain 31337. */
  rpc(body: unknown, headers?: Record<string, string>): Promise<Response>
  /** What the log got. */
  logged: Record<string, unknown>[]
}

/**
 * Makes a gateway over some nodes, with a data folder of its own, closed after the test. A test fails where it answers
 * otherwise than `/openapi.json` says.
 */
export async function createTestApp({
  rpcUrls,
  env = {},
  now,
  heads,
  makeSafeFetch,
  fetchVault,
}: {
  rpcUrls: Readonly<Record<string, readonly string[]>>
  env?: Readonly<Record<string, string>>
  now?: (() => number) | undefined
  /** Stands in for what follows the chains' heads. */
  heads?: FakeHeads | undefined
  /** Stands in for what fetches foreign pictures. */
  makeSafeFetch?: typeof createSafeFetch | undefined
  /** Stands in for the vault. */
  fetchVault?: typeof globalThis.fetch | undefined
}): Promise<TestApp> {
  const config = readConfig({
    PORTICO_DATA_DIR: tempFolder(),
    RPC_URLS: JSON.stringify(rpcUrls),
    LOG_LEVEL: 'debug',
    // Whether the catalogue has been built must not matter to tests.
    CATALOGUE_DIR: '/nonexistent',
    ...env,
  })
  const logged: Record<string, unknown>[] = []
  const log = createLog({
    level: config.logLevel,
    destination: { write: (line) => void logged.push(JSON.parse(line)) },
  })
  const services = await createServices({
    config,
    log,
    ...(now ? { now } : {}),
    ...(heads ? { makeHeads: () => heads } : {}),
    ...(makeSafeFetch ? { makeSafeFetch } : {}),
    ...(fetchVault ? { fetchVault } : {}),
  })
  onTestFinished(() => services.close())
  const app = createApp(services)
  const wrong = checkAnswers(app)
  // Whoever asks over a port does not see it otherwise.
  onTestFinished(() => expect(wrong).toEqual([]))
  const withProject = (path: string) =>
    path.includes('projectId=') ? path : `${path}${path.includes('?') ? '&' : '?'}projectId=local`
  return {
    app,
    services,
    logged,
    get: async (path, headers = {}) => app.request(withProject(path), { headers }),
    rpc: async (body, headers = {}) =>
      app.request('/v1?chainId=eip155:31337&projectId=local', {
        method: 'POST',
        headers,
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}
