import { createDatabaseWatch, type Log } from '@portico/server'
import { Agent } from 'undici'
import type { Bus } from './bus/Bus.ts'
import { createHubBus } from './bus/createHubBus.ts'
import { createMemoryBus } from './bus/createMemoryBus.ts'
import { createRedisBus } from './bus/createRedisBus.ts'
import type { Config } from './config/Config.ts'
import { openDatabase } from './database/openDatabase.ts'
import { createFetchJson } from './egress/createFetchJson.ts'
import { createSendJson } from './egress/createSendJson.ts'
import { createIpOf } from './http/createIpOf.ts'
import type { HubClient } from './hub/connectHub.ts'
import { createHubShare } from './limits/createHubShare.ts'
import { createLimits } from './limits/createLimits.ts'
import { createRedisShare } from './limits/createRedisShare.ts'
import { createMetrics } from './metrics/createMetrics.ts'
import type { RedisServer } from './redis/createRedis.ts'
import { createRedisMetrics } from './redis/createRedisMetrics.ts'

/**
 * Connections to each upstream, opened when they are needed. An upstream that takes 100 ms can be sent `connections` × 10
 * requests a second. Idle ones are closed sooner than by the common servers and load balancers (60 seconds), or as the
 * upstream's `Keep-Alive` header says: a request on a connection that the other side is closing would fail.
 */
const upstreamConnections = { connect: { timeout: 1000 }, connections: 256, keepAliveTimeout: 50_000 }

/**
 * Opens the database and, if configured, Redis, and creates the services that all higher layers use.
 *
 * @param stack receives the resources that must be closed.
 * @throws {DatabaseError} if the data folder or the database cannot be used.
 */
export async function createInfra({
  config,
  hub: givenHub,
  stack,
  log,
  now,
}: {
  config: Config
  /** Connection to the supervisor; undefined in a single process. */
  hub?: HubClient | undefined
  stack: AsyncDisposableStack
  log: Log
  now: () => number
}) {
  const { databaseUrl, dataDir, databaseConnections: connections, redisUrl } = config
  const metrics = createMetrics()
  const watch = createDatabaseWatch({
    name: 'gateway',
    log,
    registry: metrics.registry,
    isNews: givenHub && ((state) => givenHub.call('notices.change', { subject: 'database', state })),
  })
  const database = await openDatabase({ databaseUrl, dataDir, connections, watch, now })
  stack.defer(() => database.destroy())
  // Imported on demand: without REDIS_URL the client is not needed.
  const redis =
    redisUrl === undefined
      ? undefined
      : (await import('./redis/createRedis.ts')).createRedis({ url: redisUrl, log })
  stack.defer(() => redis?.close())
  if (redis) createRedisMetrics({ registry: metrics.registry, redis })
  const dispatcher = new Agent(upstreamConnections)
  // `destroy` instead of `close`: do not wait for requests in flight, as no caller is left to receive the result.
  stack.defer(() => dispatcher.destroy())
  // With Redis, the workers of this machine share what all machines share.
  const hub = redis ? undefined : givenHub
  const bus = await createBus({ redis, hub, log })
  stack.defer(() => bus.close())
  const usageShare = redis ? createRedisShare({ redis }) : hub && createHubShare({ hub })
  return {
    database,
    redis,
    /** Undefined in a single process and with Redis. */
    hub,
    /** Where processes count their usage together; undefined in a single process. */
    usageShare,
    dispatcher,
    bus,
    metrics,
    limits: createLimits({ ...config.limits, share: usageShare, now }),
    fetchJson: createFetchJson({ dispatcher }),
    sendJson: createSendJson({ dispatcher }),
    ipOf: createIpOf(config),
  }
}

async function createBus({
  redis,
  hub,
  log,
}: {
  redis: RedisServer | undefined
  hub: HubClient | undefined
  log: Log
}): Promise<Bus> {
  if (redis) return createRedisBus({ redis, log })
  return hub ? createHubBus({ hub }) : createMemoryBus()
}
