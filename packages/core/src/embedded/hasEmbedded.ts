import type { NamespaceId } from '@portico/protocol'
import type { Kit } from '../kit.ts'
import { authNamespace } from './authNamespace.ts'

/**
 * Returns whether the kit has an embedded wallet: `walletUrl` is set and there is an adapter for a namespace that the wallet
 * has accounts of. The core itself has what it needs for `eip155`. Without adapters there is only WalletConnect.
 *
 * @param namespace Returns whether there is one with accounts of this namespace.
 * @example
 * import { hasEmbedded } from '@portico/core'
 * if (hasEmbedded(kit)) console.log('Log in by e-mail')
 */
export function hasEmbedded({ options, namespaces }: Kit, namespace?: NamespaceId): boolean {
  return (
    options.walletUrl !== undefined &&
    options.adapters !== undefined &&
    options.adapters.length > 0 &&
    [...namespaces.values()].some(
      ({ id, embedded }) => (namespace ?? id) === id && (id === authNamespace || embedded !== undefined),
    )
  )
}
