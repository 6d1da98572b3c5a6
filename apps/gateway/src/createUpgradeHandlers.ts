import type { Services } from './createServices.ts'
import type { UpgradeHandler } from './http/dispatchUpgrades.ts'

/** Everything that speaks WebSocket, by path. */
export function createUpgradeHandlers({ sockets }: Services): ReadonlyMap<string, UpgradeHandler> {
  return new Map<string, UpgradeHandler>([
    ['/v1', sockets.accept],
    ['/v1/', sockets.accept],
    ['/ws', sockets.accept],
  ])
}
