import { getConnected } from '@portico/core'
import { track } from '@portico/core/internal'
import type { KitScope } from '../kit/KitContext.ts'
import { closeModal } from './closeModal.ts'
import { canClose, requiredView } from './requiredView.ts'
import { currentView, type View } from './router.ts'

/**
 * Opens the modal on the view the state requires, or the given one. Default: the account if connected, else Connect.
 */
export function openModal({ kit, router }: KitScope, view?: View | undefined): void {
  const state = kit.store.getState()
  const opened = requiredView(state) ??
    view ?? { name: getConnected(state) ? ('account' as const) : ('connect' as const) }
  router.open(opened)
  track(kit, 'MODAL_OPEN', { connected: getConnected(state) !== undefined, view: opened.name })
}

/** Closes the modal if `canClose` allows it; otherwise shakes the card. */
export function requestClose(scope: KitScope): void {
  if (canClose(scope.kit.store.getState())) closeModal(scope)
  else scope.router.refuseToClose()
}

/**
 * Goes back one view, or closes the modal from the first one. While connected, goes to the account, not to Connect, unless
 * further wallets can be connected.
 */
export function goBack(scope: KitScope): void {
  const { kit, router } = scope
  if (!router.back()) {
    requestClose(scope)
    return
  }
  const view = currentView(router.store.getState())
  const state = kit.store.getState()
  const { multiWallet } = state.settings.features
  if (view.name === 'connect' && !multiWallet && getConnected(state, view.namespace)) {
    router.reset({ name: 'account' })
  }
}
