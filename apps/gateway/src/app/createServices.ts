import { randomUUID } from 'node:crypto'
import { openCatalogue } from '@portico/catalogue'
import { createClockWatch, type Log, readDatabaseClock, readServerClock } from '@portico/server'
import type { Mailer } from '@portico/server/mail'
import { connectNamespaces } from '../chains/connectNamespaces.ts'
import { createChainMetrics } from '../chains/createChainMetrics.ts'
import { createHeadShares } from '../chains/evm/cache/createHeadShares.ts'
import { createHubRpcCache } from '../chains/evm/cache/createHubRpcCache.ts'
import { createRedisRpcCache } from '../chains/evm/cache/createRedisRpcCache.ts'
import { createChains } from '../chains/evm/createChains.ts'
import type { createHeads } from '../chains/evm/heads/createHeads.ts'
import { createIndexers } from '../chains/evm/indexer/createIndexers.ts'
import type { Config } from '../infra/config/Config.ts'
import { createInfra } from '../infra/createInfra.ts'
import { createSafeFetch } from '../infra/egress/createSafeFetch.ts'
import type { HubClient } from '../infra/hub/connectHub.ts'
import { createLeases } from '../infra/leases/createLeases.ts'
import { readRedisClock } from '../infra/redis/readRedisClock.ts'
import { openKeys } from '../modules/auth/openKeys.ts'
import type { Reach } from '../modules/bundler/sending/Reach.ts'
import { createImagesModule } from '../modules/images/images.ts'
import { createNftMetadata } from '../modules/nfts/createNftMetadata.ts'
import { createPricesModule } from '../modules/prices/prices.ts'
import { createProjectsModule } from '../modules/projects/projects.ts'
import { createSponsorMetrics } from '../modules/sponsors/createSponsorMetrics.ts'
import { createPublish } from '../modules/stream/createPublish.ts'
import { createTokens } from '../modules/tokens/createTokens.ts'
import { createEvmSources } from './createEvmSources.ts'
import { createModules } from './createModules.ts'
import { createOpenMetrics } from './createOpenMetrics.ts'

/** Everything `createApp` needs. */
export type Services = Awaited<ReturnType<typeof createServices>>

/**
 * Creates the services from the configuration: opens the database, reads the keys, prepares the upstreams and the
 * modules. Sends no request to an upstream.
 *
 * @throws {DatabaseError} if the data folder or the database cannot be used.
 */
export async function createServices({
  config,
  log,
  hub: givenHub,
  now = Date.now,
  makeHeads,
  makeSafeFetch = createSafeFetch,
  fetchVault,
  mailer,
  reach,
}: {
  config: Config
  log: Log
  /** Connection to the supervisor of a worker. */
  hub?: HubClient | undefined
  now?: () => number
  makeHeads?: typeof createHeads | undefined
  makeSafeFetch?: typeof createSafeFetch
  /** Fetches the vault's public keys; tests replace it. */
  fetchVault?: typeof globalThis.fetch | undefined
  /** Sends the mails of introductions; tests replace it. */
  mailer?: Mailer | undefined
  /** Called between the steps of sending an operation; tests end the process there. */
  reach?: Reach | undefined
}) {
  // Closes what was created in reverse order, also if a later step fails.
  await using stack = new AsyncDisposableStack()
  const own = <Resource extends { close(): unknown }>(resource: Resource): Resource =>
    stack.adopt(resource, async () => void (await resource.close()))

  const infra = await createInfra({ config, hub: givenHub, stack, log, now })
  const { database, redis, hub, dispatcher, metrics } = infra
  const keys = await openKeys({ config, database })
  const { cursorSecret } = keys
  const catalogue = openCatalogue({ folder: config.catalogueDir })
  const tokens = createTokens({ config, catalogue, database, now })
  const projects = own(createProjectsModule({ config, database, log }))
  const openSafeFetch = () => makeSafeFetch({ onFetch: metrics.onFetch })
  const safeFetch = openSafeFetch()
  const images = own(createImagesModule({ config, cursorSecret, safeFetch, now }))
  const nftMetadata = createNftMetadata({ config, database, images: images.service, safeFetch, log, now })
  stack.defer(() => {
    // Abort the downloads first: `idle` waits until none is running.
    safeFetch.close()
    return nftMetadata.idle()
  })

  const chainMetrics = createChainMetrics(metrics)
  const shared = redis ? createRedisRpcCache({ redis }) : hub && createHubRpcCache({ hub })
  const headShares = hub && createHeadShares({ bus: infra.bus })
  const evm = own(
    createChains({ config, dispatcher, shared, headShares, metrics: chainMetrics, log, makeHeads }),
  )
  const { chains, pools, clients, cachedUpstreams: upstreams, heads, upstreamSockets } = evm
  const { sponsoring, indexKeepDays: keepDays } = config
  if (sponsoring) createSponsorMetrics({ registry: metrics.registry, sponsoring, chains, log, now })
  const publish = createPublish({ channel: infra.bus.channel('stream') })
  const index = own(
    createIndexers({
      chains,
      pools,
      heads,
      database,
      leases: createLeases({ database, owner: randomUUID(), now }),
      keepDays,
      callsPerMinute: config.indexCallsPerMinute,
      maxRows: config.indexRowsPerAccount,
      onActivityRead({ chain, account, backfilledTo }) {
        const topic = `activity:${chain}:${account}`
        const key = `${topic}|extended|${backfilledTo}|${now()}`
        publish({ event: 'activity.extended', data: { topic, backfilledTo }, key }).catch((error) =>
          log.debug({ error }, 'an event could not be published'),
        )
      },
      registry: metrics.registry,
      log,
      now,
    }),
  )
  const { indexers, jobs, store, readHead } = index
  const base = { ...infra, config, projects: projects.service, tokens, chains, cursorSecret, log, now }
  const prices = own(createPricesModule(base))
  const sources = { ...base, prices: prices.service, nftMetadata, indexers, store }
  const { ownProviders, ...providers } = createEvmSources(sources)
  const namespaces = connectNamespaces({
    ...base,
    evm: { ...providers, chains, upstreams, readHead },
    nftMetadata,
    onUpstream: chainMetrics.onUpstream,
  })

  const context = {
    ...base,
    namespaces,
    clients,
    heads,
    upstreamSockets,
    indexers,
    jobs,
    nftMetadata,
    catalogue,
  }
  const created = { images, prices, projects }
  const modules = await createModules({
    ...context,
    own,
    created,
    keys,
    safeFetch,
    // Of their own: pictures at hosts that never answer must not hold up names and payments.
    lookupFetch: own(openSafeFetch()),
    paymasterFetch: own(openSafeFetch()),
    fetchVault,
    mailer,
    reach,
  })
  await projects.service.refresh()
  const { stream, sockets } = modules
  createOpenMetrics({ registry: metrics.registry, stream: stream.service, sockets: sockets.service })
  const { vaultUrl } = config.embedded ?? {}
  own(
    createClockWatch({
      name: 'gateway',
      log,
      registry: metrics.registry,
      others: {
        database: () => readDatabaseClock(database),
        ...(redis ? { redis: () => readRedisClock(redis) } : {}),
        ...(vaultUrl ? { vault: () => readServerClock({ url: vaultUrl, fetch: fetchVault }) } : {}),
      },
    }),
  )

  const resources = stack.move()
  return {
    ...context,
    prices: prices.service,
    ownProviders,
    modules,
    /** Ends connections and closes the database. */
    close: () => resources.disposeAsync(),
  }
}
