import type { NamespaceId } from '@portico/protocol'
import { currentView, type Router } from './router.ts'

/** Returns the namespace the current view is limited to, if any. */
export function viewNamespace({ store }: Router): NamespaceId | undefined {
  const view = currentView(store.getState())
  return 'namespace' in view ? view.namespace : undefined
}
