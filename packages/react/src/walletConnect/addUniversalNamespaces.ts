import type { Kit } from '@portico/core'
import { createUniversalNamespace } from './createUniversalNamespace.ts'
import { isWalletConnectOnly } from './isWalletConnectOnly.ts'

const added = new WeakSet<Kit>()

/**
 * Adds the namespaces of the networks if the application has a relay and no adapters, once: before WalletConnect is
 * started, which adds connectors only for namespaces of the kit. An adapter that was added since is kept.
 */
export function addUniversalNamespaces(kit: Kit): void {
  if (added.has(kit) || !isWalletConnectOnly(kit)) return
  added.add(kit)
  for (const { chainNamespace } of kit.store.getState().networks)
    if (!kit.namespaces.has(chainNamespace))
      kit.namespaces.set(chainNamespace, createUniversalNamespace(chainNamespace))
}
