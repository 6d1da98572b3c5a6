import type { Services } from './createServices.ts'
import type { UpgradeHandler } from './http/dispatchUpgrades.ts'

/** Everything that speaks WebSocket, by path. */
export function createUpgradeHandlers(_services: Services): ReadonlyMap<string, UpgradeHandler> {
  return new Map<string, UpgradeHandler>([])
}
