import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import { openCatalogue } from '@portico/catalogue'
import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import { Agent } from 'undici'
import { createMemoryBus } from './bus/createMemoryBus.ts'
import { createRedisBus } from './bus/createRedisBus.ts'
import { createChains } from './chain/createChains.ts'
import type { Config } from './config/Config.ts'
import { openDatabase } from './database/openDatabase.ts'
import { createSafeFetch } from './egress/createSafeFetch.ts'
import { bitcoinIdentity, createBip122 } from './families/bip122/createBip122.ts'
import { createEsplora } from './families/bip122/createEsplora.ts'
import { createFamilies } from './families/createFamilies.ts'
import { createEip155 } from './families/eip155/createEip155.ts'
import { type Namespace, namespaceOf, rulesOf } from './families/rulesOf.ts'
import { createSolana, solanaIdentity } from './families/solana/createSolana.ts'
import type { createHeads } from './heads/createHeads.ts'
import { createIdempotencyStore } from './http/createIdempotencyStore.ts'
import { createAskedStore } from './indexer/createAskedStore.ts'
import { createEviction } from './indexer/createEviction.ts'
import { createIndexer, type Indexer } from './indexer/createIndexer.ts'
import { createIndexStore } from './indexer/store.ts'
import { createLimits } from './limits/createLimits.ts'
import { createRedisShare } from './limits/createRedisShare.ts'
import { createMetrics } from './metrics/createMetrics.ts'
import { agreeOnKeys } from './modules/auth/agreeOnKeys.ts'
import { loadKeys } from './modules/auth/loadKeys.ts'
import { createAuthService } from './modules/auth/service.ts'
import { createAuthStore } from './modules/auth/store.ts'
import { createChainBalances } from './modules/balances/createChainBalances.ts'
import { createHeadReader } from './modules/balances/createHeadReader.ts'
import { createBalanceService } from './modules/balances/service.ts'
import { createEmbedded } from './modules/embedded/createEmbedded.ts'
import { createEmbeddedMetrics } from './modules/embedded/createEmbeddedMetrics.ts'
import { createHealthService } from './modules/health/service.ts'
import { createHealthStore } from './modules/health/store.ts'
import { chainActivity } from './modules/history/chainActivity.ts'
import { createEntryWriter } from './modules/history/createEntryWriter.ts'
import { createHistoryService } from './modules/history/service.ts'
import { readOwnNames } from './modules/identity/readOwnNames.ts'
import { createIdentityService } from './modules/identity/service.ts'
import { createAvatars } from './modules/images/createAvatars.ts'
import { createFileBlobStore } from './modules/images/createFileBlobStore.ts'
import { createMemoryBlobStore } from './modules/images/createMemoryBlobStore.ts'
import { createImageService } from './modules/images/service.ts'
import { createCcipService } from './modules/names/ccip/createCcipService.ts'
import { createKeySigner } from './modules/names/ccip/createKeySigner.ts'
import { createNameService } from './modules/names/service.ts'
import { createNameStore } from './modules/names/store.ts'
import { chainNfts } from './modules/nfts/chainNfts.ts'
import { createNftMetadataService } from './modules/nfts/metadata.ts'
import { createNftService } from './modules/nfts/service.ts'
import { createNftStore } from './modules/nfts/store.ts'
import { withContractPictures } from './modules/nfts/withContractPictures.ts'
import { createPrices } from './modules/prices/createPrices.ts'
import { createProjects } from './modules/projects/service.ts'
import { createProjectStore } from './modules/projects/store.ts'
import { openRelay } from './modules/relay/openRelay.ts'
import { createRpcService } from './modules/rpc/service.ts'
import { createSimulateService } from './modules/simulate/service.ts'
import { createSubscriptions } from './modules/sockets/createSubscriptions.ts'
import { createSocketService } from './modules/sockets/service.ts'
import { createStreamTickets } from './modules/stream/createTickets.ts'
import { createStreamService } from './modules/stream/service.ts'
import { createStreamTicketStore } from './modules/stream/store.ts'
import { createTokenService } from './modules/tokens/service.ts'
import { createTokenStore } from './modules/tokens/store.ts'
import { createTokenLists } from './modules/wallets/createTokenLists.ts'
import { createWalletService } from './modules/wallets/service.ts'
import { blockscout } from './providers/blockscout/blockscout.ts'
import { createFetchJson } from './providers/createFetchJson.ts'
import { createFetchText } from './providers/createFetchText.ts'
import { guardAll } from './providers/guardAll.ts'
import { unguarded } from './providers/unguarded.ts'
import { createRedisRpcCache } from './redis/createRedisRpcCache.ts'
import { createNodes } from './upstreams/createNodes.ts'
import type { NodeIdentity } from './upstreams/NodeIdentity.ts'

/** Everything the routes need. */
export type Services = Awaited<ReturnType<typeof createServices>>

/**
 * Makes the services from the configuration: opens the database, reads the keys, prepares the nodes. Asks no node yet.
 *
 * @throws {DatabaseError} if the data folder cannot be used.
 */
export async function createServices({
  config,
  log,
  now = Date.now,
  makeHeads,
  makeSafeFetch = createSafeFetch,
  fetchVault,
}: {
  config: Config
  log: Log
  now?: () => number
  makeHeads?: typeof createHeads | undefined
  makeSafeFetch?: typeof createSafeFetch
  /** Asks the vault for its keys. */
  fetchVault?: typeof globalThis.fetch | undefined
}) {
  const { databaseUrl, dataDir, databaseConnections: connections } = config
  const database = await openDatabase({ databaseUrl, dataDir, connections, now })
  const failed = async (error: unknown): Promise<never> => {
    await database.destroy()
    throw error
  }
  const keys = await loadKeys({ dataDir, file: config.keysFile }).catch(failed)
  // One file belongs to one data folder; a server to whoever knows its address.
  if (databaseUrl !== undefined) await agreeOnKeys({ database, keys }).catch(failed)
  const metrics = createMetrics()
  // Loaded where needed, as one process needs none.
  const redis =
    config.redisUrl === undefined
      ? undefined
      : (await import('./redis/createRedis.ts')).createRedis({ url: config.redisUrl, log })
  const catalogue = openCatalogue({ folder: config.catalogueDir })
  const bus = redis ? await createRedisBus({ redis, log }) : createMemoryBus()
  const dispatcher = new Agent({ connect: { timeout: 1000 }, connections: 64, keepAliveTimeout: 10_000 })
  const nodesOf = (namespace: Namespace, identityOf: (chain: CaipNetworkId) => NodeIdentity) =>
    new Map(
      [...config.rpcUrls]
        .filter(([chain]) => namespaceOf(chain) === namespace)
        .map(([chain, urls]) => [
          chain,
          createNodes({
            chain,
            urls,
            identity: identityOf(chain),
            sendMethod: rulesOf(chain).sendMethod,
            dispatcher,
            log,
            onUpstream: metrics.onUpstream,
            now,
          }),
        ]),
    )
  const evm = createChains({
    config,
    dispatcher,
    shared: redis && createRedisRpcCache({ redis }),
    metrics,
    log,
    makeHeads,
  })
  const { chains, clients, pipelines, heads, feeds } = evm
  const tokens = createTokenService({
    tokens: config.tokens,
    tokenLists: createTokenLists({ catalogue }),
    store: createTokenStore({ database }),
    now,
  })
  const fetchJson = createFetchJson({ dispatcher })
  const prices = createPrices({ config, chains, fetchJson, log, now })
  const index = createIndexStore({ database })
  const eviction = createEviction({
    store: createAskedStore({ database }),
    keepDays: config.indexKeepDays,
    log,
    now,
  })
  const indexers = new Map<CaipNetworkId, Indexer>(
    [...chains].map(([id, chain]) => [
      id,
      createIndexer({ chain, store: index, log, onAsked: eviction.onAsked }),
    ]),
  )
  const projects = createProjects({ config, store: createProjectStore({ database }), log })
  const relay = await openRelay({ config, redis, registry: metrics.registry, log, now }).catch(
    async (error) => {
      await database.destroy()
      throw error
    },
  )
  const { embedded: embeddedConfig, publicUrls } = config
  const embedded =
    embeddedConfig &&
    (await createEmbedded({
      config: embeddedConfig,
      dataDir,
      publicUrls,
      database,
      projects,
      chains,
      fetch: fetchVault,
      log,
      now,
    }).catch(failed))
  if (embedded) createEmbeddedMetrics({ registry: metrics.registry, database, audit: embedded.audit })
  const headReader = createHeadReader({ heads, indexers })
  const outside = blockscout({ urls: config.blockscoutUrls, fetchJson, chains })
  const ownActivity = chainActivity({ chains, indexers, store: index })
  const chainBalances = createChainBalances({ chains, tokens, prices, indexers, store: index, log })
  const gateways = config.contentGateways
  const safeFetch = makeSafeFetch({ onFetch: metrics.onFetch })
  const images = createImageService({
    safeFetch,
    gateways,
    blobs:
      config.imageCacheBytes > 0
        ? createFileBlobStore({ folder: join(config.dataDir, 'images'), maxBytes: config.imageCacheBytes })
        : createMemoryBlobStore({ maxBytes: 16 * 1024 * 1024 }),
    // A key of its own for each purpose, so that no signature means two things.
    secret: Buffer.from(hkdfSync('sha256', keys.cursorSecret, '', 'portico image paths', 32)),
    now,
  })
  const nftStore = createNftStore({ database })
  const nftMetadata = createNftMetadataService({ store: nftStore, images, safeFetch, gateways, log, now })

  await projects.refresh()

  const fetchText = createFetchText({ dispatcher })
  const families = createFamilies({
    eip155: createEip155({
      chains,
      nodes: pipelines,
      readHead: headReader.read,
      balances: [...guardAll(outside.balances, now), unguarded(chainBalances)],
      activity: [...guardAll(outside.activity, now), unguarded(ownActivity)],
      nfts: [
        ...guardAll(
          outside.nfts.map((provider) => withContractPictures({ provider, chains, metadata: nftMetadata })),
          now,
        ),
        unguarded(chainNfts({ chains, indexers, store: index, tokens, metadata: nftMetadata })),
      ],
    }),
    solana: createSolana({ nodes: nodesOf('solana', solanaIdentity), metadata: nftMetadata, now }),
    bip122: createBip122({
      servers: new Map(
        [...config.esploraUrls].map(([chain, urls]) => [
          chain,
          createEsplora({ chain, urls, fetchText, log, now }),
        ]),
      ),
      nodes: nodesOf('bip122', bitcoinIdentity),
      now,
    }),
  })
  const rpc = createRpcService({ pipelines: new Map(families.all.flatMap(({ nodes }) => [...nodes])) })

  const nameStore = createNameStore({ database })
  const avatars = createAvatars({ chains, images, safeFetch, gateways })
  const names = createNameService({
    store: nameStore,
    config: config.names,
    publicUrls: config.publicUrls,
    clients,
    now,
  })
  const limits = createLimits({ ...config.limits, share: redis && createRedisShare({ redis }), now })
  const stream = createStreamService({ chains, families, heads, feeds, bus, tokens, prices, log })

  return {
    config,
    database,
    log,
    metrics,
    chains,
    families,
    heads,
    feeds,
    bus,
    projects,
    relay,
    rpc,
    stream,
    streamTickets: createStreamTickets({ store: createStreamTicketStore({ database }), now }),
    sockets: createSocketService({
      rpc,
      projects,
      subscriptions: createSubscriptions({ chains, heads, feeds, log }),
      limits,
      trustedProxies: config.trustedProxies,
      log,
    }),
    auth: createAuthService({
      store: createAuthStore({ database }),
      keys,
      clients,
      chains: [...families.networks.keys()],
      now,
    }),
    limits,
    tokens,
    prices,
    /** What the chains' own nodes say. */
    ownProviders: { balances: chainBalances, activity: ownActivity },
    balances: createBalanceService({
      providers: families.all.flatMap(({ balances }) => balances),
      prices,
      log,
      now,
    }),
    history: createHistoryService({
      indexers,
      providers: families.all.flatMap(({ activity }) => activity),
      writer: createEntryWriter({ tokens, nfts: nftMetadata }),
      cursorSecret: keys.cursorSecret,
      log,
    }),
    catalogue,
    wallets: createWalletService({ catalogue, overlay: config.walletsOverlay }),
    images,
    avatars,
    nftMetadata,
    simulate: createSimulateService({ tokens, log, now }),
    nfts: createNftService({
      providers: families.all.flatMap(({ nfts }) => nfts),
      cursorSecret: keys.cursorSecret,
      log,
    }),
    names,
    embedded,
    ccip:
      config.names.signerKey &&
      createCcipService({
        store: nameStore,
        zone: config.names.zone,
        resolvers: config.names.resolvers,
        signer: createKeySigner({ key: config.names.signerKey }),
        now,
      }),
    identity: createIdentityService({
      mainnet: chains.get('eip155:1'),
      fetchAvatar: avatars.resolve,
      ownNames: readOwnNames(names),
      log,
      now,
    }),
    health: createHealthService({ families, store: createHealthStore({ database }), redis }),
    idempotency: createIdempotencyStore({ database }),
    /** Ends connections and closes the database. */
    async close() {
      await relay.close()
      projects.close()
      headReader.close()
      eviction.close()
      stream.close()
      evm.close()
      await bus.close()
      safeFetch.close()
      await nftMetadata.idle()
      // What is still being read is read again by the next process.
      await dispatcher.destroy()
      await redis?.close()
      await database.destroy()
    },
  }
}
