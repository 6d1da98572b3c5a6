import type { NamespaceId } from '@portico/protocol'
import type { Kit } from '../kit.ts'
import { authNamespace } from './authNamespace.ts'

/**
 * Whether the kit has an embedded wallet: the application has set `walletUrl`, and an adapter for the wallet's family.
 *
 * @param namespace asks for a wallet of this family.
 * @example
 * import { hasEmbedded } from '@portico/core'
 * if (hasEmbedded(kit)) console.log('Log in by e-mail')
 */
export function hasEmbedded(kit: Kit, namespace: NamespaceId = authNamespace): boolean {
  const { options, namespaces } = kit
  return options.walletUrl !== undefined && namespace === authNamespace && namespaces.has(authNamespace)
}
