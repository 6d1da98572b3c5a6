import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { Kit } from '../kit.ts'

/** Returns whether the gateway can return names of accounts on a network. */
export function hasNames(kit: Kit, networkId: CaipNetworkId): boolean {
  const [namespace] = networkId.split(':') as [NamespaceId]
  return kit.options.gatewayUrl !== undefined && kit.namespaces.get(namespace)?.hasNames === true
}
