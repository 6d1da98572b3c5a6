import { getConnected, track } from '@portico/core'
import type { KitScope } from '../kit/KitContext.ts'
import { canClose, requiredView } from './requiredView.ts'
import { currentView, type View } from './router.ts'

/** Opens the modal on a view; without one, on what the state demands, the account, or Connect. */
export function openModal({ kit, router }: KitScope, view?: View | undefined): void {
  const state = kit.store.getState()
  const shown = requiredView(state) ??
    view ?? { name: getConnected(state) ? ('account' as const) : ('connect' as const) }
  router.open(shown)
  track(kit, 'MODAL_OPEN', { connected: getConnected(state) !== undefined, view: shown.name })
}

/** Closes the modal whatever it shows. */
export function closeModal({ kit, router }: KitScope): void {
  if (!router.store.getState().open) return
  router.close()
  track(kit, 'MODAL_CLOSE', { connected: getConnected(kit.store.getState()) !== undefined })
}

/** Closes the modal for the visitor, or says no with a shake where closing is not allowed. */
export function requestClose(scope: KitScope): void {
  if (canClose(scope.kit.store.getState())) closeModal(scope)
  else scope.router.refuseToClose()
}

/** One view back; from the first one, closes. Connect is not gone back to while connected. */
export function goBack(scope: KitScope): void {
  const { kit, router } = scope
  if (!router.back()) {
    requestClose(scope)
    return
  }
  const view = currentView(router.store.getState())
  if (view.name === 'connect' && getConnected(kit.store.getState(), view.namespace)) {
    router.reset({ name: 'account' })
  }
}
