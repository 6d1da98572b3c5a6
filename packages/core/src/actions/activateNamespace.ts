import type { NamespaceId } from '@portico/protocol'
import type { Kit } from '../kit.ts'
import { rememberNetwork } from '../storage/rememberNetwork.ts'

/** Makes a family of chains the one in use: what `getAddress()` and the buttons speak of. Asks no wallet anything. */
export function activateNamespace(kit: Kit, { namespace }: { namespace: NamespaceId }): void {
  kit.store.setState({ activeNamespace: namespace })
  rememberNetwork(kit, namespace)
}
