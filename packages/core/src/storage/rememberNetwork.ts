import type { NamespaceId } from '@portico/protocol'
import type { Kit } from '../kit.ts'
import { storageKeys } from './keys.ts'

/** Keeps, for the next visit, the network of a family and which family is in use. */
export function rememberNetwork({ storage, store }: Kit, namespace: NamespaceId): void {
  const { activeNamespace, activeNetworkIds } = store.getState()
  storage.setItem(storageKeys.activeNamespace, activeNamespace)
  storage.setItem(storageKeys.activeNetwork, activeNetworkIds[activeNamespace] ?? '')
  storage.setItem(storageKeys.networkOf(namespace), activeNetworkIds[namespace] ?? '')
}
