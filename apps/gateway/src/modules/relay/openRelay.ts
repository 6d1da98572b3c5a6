import type { Log } from '@portico/server'
import type { Registry } from 'prom-client'
import type { Config } from '../../infra/config/Config.ts'
import type { HubClient } from '../../infra/hub/connectHub.ts'
import { createHubDuties } from '../../infra/hub/createHubDuties.ts'
import type { RedisServer } from '../../infra/redis/createRedis.ts'
import { createRelayMetrics } from './createRelayMetrics.ts'
import { createHubFanout } from './fanout/createHubFanout.ts'
import { createLocalFanout } from './fanout/createLocalFanout.ts'
import { createRedisFanout } from './fanout/createRedisFanout.ts'
import { createHubMailbox } from './mailbox/createHubMailbox.ts'
import { createRedisMailbox } from './mailbox/createRedisMailbox.ts'
import { createSqliteMailbox } from './mailbox/createSqliteMailbox.ts'
import { createRelayService, type RelayService } from './service.ts'

/**
 * Opens the relay of a gateway: with Redis for any number of processes, otherwise with a SQLite file for this process
 * or the workers of its supervisor.
 *
 * @throws {MailboxError} if the mailbox cannot be used.
 */
export async function openRelay({
  config,
  redis,
  hub,
  registry,
  addressSecret,
  log,
  now,
}: {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'relay'>
  redis: RedisServer | undefined
  hub: HubClient | undefined
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
  const { dataDir } = config
  const { mailbox, fanout } = redis
    ? { mailbox: createRedisMailbox({ redis, limits, now }), fanout: createRedisFanout({ redis, onError }) }
    : hub
      ? {
          mailbox: await createHubMailbox({
            duties: createHubDuties({ hub }),
            open: () => createSqliteMailbox({ dataDir, limits, now, isExclusive: true }),
          }),
          fanout: createHubFanout({ hub }),
        }
      : { mailbox: await createSqliteMailbox({ dataDir, limits, now }), fanout: createLocalFanout() }
  const metrics = createRelayMetrics({ registry })
  const relay = createRelayService({ mailbox, fanout, metrics, log, addressSecret, now })
  metrics.watch(relay)
  return relay
}
