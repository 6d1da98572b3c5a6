import { getConnected } from '@portico/core'
import type { OpenOptions } from '../appKit.ts'
import type { KitScope } from '../kit/KitContext.ts'
import { toView } from '../views.ts'
import { openModal } from './modalActions.ts'

/** Opens the modal as the application asked for, with AppKit's names of views. Loaded with the modal. */
export function openRequested(scope: KitScope, { view, namespace }: OpenOptions): void {
  const { store } = scope.kit
  const state = store.getState()
  // A namespace without a wallet must not replace an active namespace that has one.
  if (namespace && (getConnected(state, namespace) || !getConnected(state)))
    store.setState({ activeNamespace: namespace })
  openModal(scope, toView(scope.kit, view, namespace))
}
