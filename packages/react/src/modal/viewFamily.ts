import type { NamespaceId } from '@portico/protocol'
import { currentView, type Router } from './router.ts'

/** The family of chains the visitor is about to connect, where the view they are on is about one alone. */
export function viewFamily({ store }: Router): NamespaceId | undefined {
  const view = currentView(store.getState())
  return 'namespace' in view ? view.namespace : undefined
}
