import { clientIp } from '@portico/server'
import type { Services } from './createServices.ts'
import type { UpgradeHandler } from './http/dispatchUpgrades.ts'
import { relayUpgrade } from './modules/relay/upgrade.ts'

/** Everything that speaks WebSocket, by path. */
export function createUpgradeHandlers(services: Services): ReadonlyMap<string, UpgradeHandler> {
  const { config, sockets } = services
  const relay = relayUpgrade({
    ...services,
    open: config.open,
    hosts: config.relayHosts,
    ipOf: (address) => clientIp({ ...address, trustedProxies: config.trustedProxies }),
  })
  return new Map<string, UpgradeHandler>([
    ['/v1', sockets.accept],
    ['/v1/', sockets.accept],
    ['/ws', sockets.accept],
    ['/', relay],
    ['/relay', relay],
  ])
}
