import type { Log } from '@portico/server'
import type { Registry } from 'prom-client'
import type { Config } from '../../config/Config.ts'
import type { RedisServer } from '../../redis/createRedis.ts'
import { createLocalFanout } from './fanout/createLocalFanout.ts'
import { createRedisFanout } from './fanout/createRedisFanout.ts'
import { createRedisMailbox } from './mailbox/createRedisMailbox.ts'
import { createSqliteMailbox } from './mailbox/createSqliteMailbox.ts'
import { createRelayMetrics } from './metrics.ts'
import { createRelayService, type RelayService } from './service.ts'

/**
 * The relay of a gateway: over Redis for any number of processes, else in a file for this one alone.
 *
 * @throws {MailboxError} if the mailbox cannot be used.
 */
export async function openRelay({
  config,
  redis,
  registry,
  log,
  now,
}: {
  config: Pick<Config, 'dataDir' | 'databaseUrl'>
  redis: RedisServer | undefined
  registry: Registry
  log: Log
  now: () => number
}): Promise<RelayService> {
  if (!redis && config.databaseUrl !== undefined)
    console.error(
      'The relay keeps its messages in this process alone, as REDIS_URL is not set: clients of another process do not hear them.',
    )
  const onError = (error: unknown) => log.error({ route: 'relay', error }, 'relay failed')
  const mailbox = redis
    ? createRedisMailbox({ redis, now })
    : await createSqliteMailbox({ dataDir: config.dataDir, now })
  const fanout = redis ? createRedisFanout({ redis, onError }) : createLocalFanout()
  const metrics = createRelayMetrics({ registry })
  const relay = createRelayService({ mailbox, fanout, metrics, log, now })
  metrics.watch(relay)
  return relay
}
