import { clientIp } from '@portico/server'
import { createModule } from '../../infra/module/createModule.ts'
import type { ModuleContext } from '../ModuleContext.ts'
import { openRelay } from './openRelay.ts'
import { relayUpgrade } from './relayUpgrade.ts'
import { relayOperations, relayRoutes } from './routes.ts'

/**
 * Creates the WalletConnect v2 relay module, over WebSocket and HTTP.
 *
 * @throws {MailboxError} if the mailbox cannot be used.
 */
export async function createRelayModule({
  config,
  redis,
  hub,
  metrics: { registry },
  projects,
  cursorSecret,
  ipOf,
  log,
  now,
}: Pick<
  ModuleContext,
  'config' | 'redis' | 'hub' | 'metrics' | 'projects' | 'cursorSecret' | 'ipOf' | 'log' | 'now'
>) {
  const { open, trustedProxies } = config
  const { hosts } = config.relay
  if (hosts.length === 0)
    console.error(
      "The relay accepts no clients, because their tokens must name this server's host. Set PUBLIC_URLS or RELAY_HOSTS.",
    )
  const service = await openRelay({ config, redis, hub, registry, addressSecret: cursorSecret, log, now })
  const upgrade = relayUpgrade({
    relay: service,
    projects,
    open,
    hosts,
    ipOf: (address) => clientIp({ ...address, trustedProxies }),
  })
  return {
    ...createModule({
      section: 'Relay',
      routes: relayRoutes({ relay: service, projects, open, hosts, ipOf }),
      operations: relayOperations,
      upgrades: { '/': upgrade, '/relay': upgrade },
      close: service.close,
    }),
    service,
  }
}
