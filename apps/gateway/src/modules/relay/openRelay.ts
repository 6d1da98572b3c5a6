import type { Registry } from 'prom-client'
import type { Config } from '../../config/Config.ts'
import type { Log } from '../../log/createLog.ts'
import { createLocalFanout } from './fanout/createLocalFanout.ts'
import { createSqliteMailbox } from './mailbox/createSqliteMailbox.ts'
import { createRelayMetrics } from './metrics.ts'
import { createRelayService, type RelayService } from './service.ts'

/**
 * The relay of a gateway.
 *
 * @throws {MailboxError} if the mailbox cannot be used.
 */
export async function openRelay({
  config,
  registry,
  log,
  now,
}: {
  config: Pick<Config, 'dataDir'>
  registry: Registry
  log: Log
  now: () => number
}): Promise<RelayService> {
  const mailbox = await createSqliteMailbox({ dataDir: config.dataDir, now })
  const metrics = createRelayMetrics({ registry })
  const relay = createRelayService({ mailbox, fanout: createLocalFanout(), metrics, log, now })
  metrics.watch(relay)
  return relay
}
