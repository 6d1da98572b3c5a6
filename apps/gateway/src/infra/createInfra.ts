import { createDatabaseWatch, type Log } from '@portico/server'
import { Agent } from 'undici'
import { createMemoryBus } from './bus/createMemoryBus.ts'
import { createRedisBus } from './bus/createRedisBus.ts'
import type { Config } from './config/Config.ts'
import { openDatabase } from './database/openDatabase.ts'
import { createFetchJson } from './egress/createFetchJson.ts'
import { createSendJson } from './egress/createSendJson.ts'
import { createIpOf } from './http/createIpOf.ts'
import { createLimits } from './limits/createLimits.ts'
import { createRedisShare } from './limits/createRedisShare.ts'
import { createMetrics } from './metrics/createMetrics.ts'

/**
 * Opens the database and, if configured, Redis, and creates the services that all higher layers use.
 *
 * @param stack receives the resources that must be closed.
 * @throws {DatabaseError} if the data folder or the database cannot be used.
 */
export async function createInfra({
  config,
  stack,
  log,
  now,
}: {
  config: Config
  stack: AsyncDisposableStack
  log: Log
  now: () => number
}) {
  const { databaseUrl, dataDir, databaseConnections: connections, redisUrl } = config
  const metrics = createMetrics()
  const watch = createDatabaseWatch({ name: 'gateway', log, registry: metrics.registry })
  const database = await openDatabase({ databaseUrl, dataDir, connections, watch, now })
  stack.defer(() => database.destroy())
  // Imported on demand: without REDIS_URL the client is not needed.
  const redis =
    redisUrl === undefined
      ? undefined
      : (await import('./redis/createRedis.ts')).createRedis({ url: redisUrl, log })
  stack.defer(() => redis?.close())
  const dispatcher = new Agent({ connect: { timeout: 1000 }, connections: 64, keepAliveTimeout: 10_000 })
  // `destroy` instead of `close`: do not wait for requests in flight, as no caller is left to receive the result.
  stack.defer(() => dispatcher.destroy())
  const bus = redis ? await createRedisBus({ redis, log }) : createMemoryBus()
  stack.defer(() => bus.close())
  return {
    database,
    redis,
    dispatcher,
    bus,
    metrics,
    limits: createLimits({ ...config.limits, share: redis && createRedisShare({ redis }), now }),
    fetchJson: createFetchJson({ dispatcher }),
    sendJson: createSendJson({ dispatcher }),
    ipOf: createIpOf(config),
  }
}
