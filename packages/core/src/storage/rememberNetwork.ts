import type { NamespaceId } from '@portico/protocol'
import type { Kit } from '../kit.ts'
import { storageKeys } from './keys.ts'

/** Stores the active namespace and the network of `namespace` for the next visit. */
export function rememberNetwork({ storage, store }: Kit, namespace: NamespaceId): void {
  const { activeNamespace, activeNetworkIds } = store.getState()
  storage.setItem(storageKeys.activeNamespace, activeNamespace)
  storage.setItem(storageKeys.activeNetwork, activeNetworkIds[activeNamespace] ?? '')
  storage.setItem(storageKeys.networkOf(namespace), activeNetworkIds[namespace] ?? '')
}
