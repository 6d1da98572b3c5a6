import type { NamespaceId } from '@portico/protocol'
import type { Kit } from '../kit.ts'
import { authNamespace } from './authNamespace.ts'

/**
 * Returns whether the kit has an embedded wallet: `walletUrl` is set and there is an adapter for its namespace.
 *
 * @param namespace Returns whether there is one with accounts of this namespace.
 * @example
 * import { hasEmbedded } from '@portico/core'
 * if (hasEmbedded(kit)) console.log('Log in by e-mail')
 */
export function hasEmbedded(kit: Kit, namespace: NamespaceId = authNamespace): boolean {
  const { options, namespaces } = kit
  return options.walletUrl !== undefined && namespace === authNamespace && namespaces.has(authNamespace)
}
