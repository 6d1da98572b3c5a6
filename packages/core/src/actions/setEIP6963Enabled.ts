import { startDiscovery } from '../connectors/startDiscovery.ts'
import { stopDiscovery } from '../connectors/stopDiscovery.ts'
import type { Kit } from '../kit.ts'

/**
 * Changes whether wallets may announce themselves (EIP-6963, Wallet Standard), as the option `enableEIP6963` does.
 * Discovery starts again in every namespace; wallets that are connected stay connected and listed.
 *
 * @example
 * import { setEIP6963Enabled } from '@portico/core'
 *
 * setEIP6963Enabled(kit, { enabled: false })
 */
export function setEIP6963Enabled(kit: Kit, { enabled }: { enabled: boolean }): void {
  if (kit.discovery.announced === enabled) return
  kit.discovery.announced = enabled
  // On a server there is no discovery.
  for (const id of [...kit.discovery.running.keys()]) {
    stopDiscovery(kit, id)
    const namespace = kit.namespaces.get(id)
    if (namespace) startDiscovery(kit, namespace)
  }
}
