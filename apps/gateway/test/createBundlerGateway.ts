import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { createSecretKey } from '../src/modules/projects/secretKey.ts'
import { createProjectStore } from '../src/modules/projects/store.ts'
import { createTestApp } from '../src/testing/createTestApp.ts'
import { bundlerChain, createBundlerClient } from './createBundlerClient.ts'
import type { SponsoredChain } from './startSponsoredChain.ts'

/**
 * Creates a gateway that pays for operations on a local chain, for project `local`, and its server's requests.
 *
 * @returns the test app; `clock.ms` is added to the time of the gateway.
 */
export async function createBundlerGateway({
  chain: { url, client },
  env = {},
  ...more
}: {
  chain: Pick<SponsoredChain, 'url' | 'client'>
  env?: Record<string, string>
} & Partial<Parameters<typeof createTestApp>[0]>) {
  const clock = { ms: 0 }
  const gateway = await createTestApp({
    rpcUrls: { [bundlerChain]: [url] },
    env: { ...gatewayEnv, ...env },
    now: () => Date.now() + clock.ms,
    ...more,
  })
  const { services, app } = gateway
  const { key, hash } = createSecretKey()
  await createProjectStore({ database: services.database }).addKey({
    id: 'test',
    projectId: 'local',
    hash,
    createdAt: 1,
  })
  await services.projects.refresh()

  return {
    ...gateway,
    ...createBundlerClient({ client, key, request: (path, init) => app.request(path, init) }),
    clock,
    key,
    bundler: services.modules.bundler.bundlers.get(bundlerChain),
    store: services.modules.bundler.store,
  }
}
