import { createLog } from '@portico/server'
import type { Mailer } from '@portico/server/mail'
import { tempFolder } from '@portico/server/testing'
import type { Hono } from 'hono'
import { expect, onTestFinished } from 'vitest'
import { readConfig } from '../app/config/readConfig.ts'
import { createApp } from '../app/createApp.ts'
import { createServices, type Services } from '../app/createServices.ts'
import { checkAnswers } from '../app/openapi/testing/checkAnswers.ts'
import type { createSafeFetch } from '../infra/egress/createSafeFetch.ts'
import type { AppEnv } from '../infra/http/AppEnv.ts'
import type { Operation } from '../infra/http/openapi/Operation.ts'
import type { FakeHeads } from './createFakeHeads.ts'

/** A gateway for tests, without a port. */
export type TestApp = {
  app: Hono<AppEnv>
  services: Services
  /** The operations in the API document. */
  operations: readonly Operation[]
  /** Sends a GET request with the project `local`, unless the path contains another. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** Sends JSON-RPC to chain 31337. */
  rpc(body: unknown, headers?: Record<string, string>): Promise<Response>
  /** The entries of the log. */
  logged: Record<string, unknown>[]
}

/**
 * Creates a gateway with a temporary data folder and closes it after the test. The test fails if a response differs from
 * its description in `/openapi.json`.
 */
export async function createTestApp({
  rpcUrls,
  env = {},
  now,
  heads,
  makeSafeFetch,
  fetchVault,
  mailer,
}: {
  rpcUrls: Readonly<Record<string, readonly string[]>>
  env?: Readonly<Record<string, string>>
  now?: (() => number) | undefined
  /** Replaces the component that follows chain heads. */
  heads?: FakeHeads | undefined
  /** Replaces the fetcher of untrusted URLs. */
  makeSafeFetch?: typeof createSafeFetch | undefined
  /** Replaces the requests to the vault. */
  fetchVault?: typeof globalThis.fetch | undefined
  /** Replaces the mail server. */
  mailer?: Mailer | undefined
}): Promise<TestApp> {
  const config = readConfig({
    PORTICO_DATA_DIR: tempFolder(),
    RPC_URLS: JSON.stringify(rpcUrls),
    LOG_LEVEL: 'debug',
    // Tests must not depend on whether the catalogue has been built.
    CATALOGUE_DIR: '/nonexistent',
    // No requests but those that a test causes.
    INDEX_CALLS_PER_MINUTE: '0',
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
    ...(mailer ? { mailer } : {}),
  })
  onTestFinished(() => services.close())
  const app = createApp(services)
  const operations = Object.values(services.modules).flatMap((module) => module.operations)
  const wrong = checkAnswers(app, operations)
  // Tests that send requests over a port do not see errors thrown by `app.fetch`.
  onTestFinished(() => expect(wrong).toEqual([]))
  const withProject = (path: string) =>
    path.includes('projectId=') ? path : `${path}${path.includes('?') ? '&' : '?'}projectId=local`
  return {
    app,
    services,
    operations,
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
