import type { NamespaceId } from '@portico/protocol'
import type { Kit } from '../kit.ts'
import { authNamespace } from './authNamespace.ts'
import { hasEmbedded } from './hasEmbedded.ts'

/** Returns the namespace that a login connects first: the given or active one, if the wallet has accounts of it. */
export function chooseNamespace(kit: Kit, namespace: NamespaceId | undefined): NamespaceId {
  const preferred = namespace ?? kit.store.getState().activeNamespace
  const isOwn = (id: NamespaceId) => hasEmbedded(kit, id)
  return isOwn(preferred) ? preferred : ([...kit.namespaces.keys()].find(isOwn) ?? authNamespace)
}
