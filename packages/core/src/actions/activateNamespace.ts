import type { NamespaceId } from '@portico/protocol'
import type { Kit } from '../kit.ts'
import { rememberNetwork } from '../storage/rememberNetwork.ts'

/**
 * Makes a namespace the active one, which selectors and hooks use when none is named. Sends no request to any wallet.
 *
 * @example
 * import { activateNamespace } from '@portico/core'
 *
 * activateNamespace(kit, { namespace: 'solana' })
 */
export function activateNamespace(kit: Kit, { namespace }: { namespace: NamespaceId }): void {
  kit.store.setState({ activeNamespace: namespace })
  rememberNetwork(kit, namespace)
}
