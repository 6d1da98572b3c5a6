import type { Log } from '@portico/server'
import type { Registry } from 'prom-client'
import type { Config } from '../../infra/config/Config.ts'
import type { RedisServer } from '../../infra/redis/createRedis.ts'
import { createRelayMetrics } from './createRelayMetrics.ts'
import { createLocalFanout } from './fanout/createLocalFanout.ts'
import { createRedisFanout } from './fanout/createRedisFanout.ts'
import { createRedisMailbox } from './mailbox/createRedisMailbox.ts'
import { createSqliteMailbox } from './mailbox/createSqliteMailbox.ts'
import { createRelayService, type RelayService } from './service.ts'

/**
 * Opens the relay of a gateway: with Redis for any number of processes, otherwise with a SQLite file for this process.
 *
 * @throws {MailboxError} if the mailbox cannot be used.
 */
export async function openRelay({
  config,
  redis,
  registry,
  addressSecret,
  log,
  now,
}: {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'relay'>
  redis: RedisServer | undefined
  registry: Registry
  addressSecret: Buffer
  log: Log
  now: () => number
}): Promise<RelayService> {
  if (!redis && config.databaseUrl !== undefined)
    console.error(
      'REDIS_URL is not set, so the relay does not share messages with other processes: their clients do not receive them.',
    )
  const onError = (error: unknown) => log.error({ route: 'relay', error }, 'relay failed')
  const limits = config.relay.mailbox
  const mailbox = redis
    ? createRedisMailbox({ redis, limits, now })
    : await createSqliteMailbox({ dataDir: config.dataDir, limits, now })
  const fanout = redis ? createRedisFanout({ redis, onError }) : createLocalFanout()
  const metrics = createRelayMetrics({ registry })
  const relay = createRelayService({ mailbox, fanout, metrics, log, addressSecret, now })
  metrics.watch(relay)
  return relay
}
