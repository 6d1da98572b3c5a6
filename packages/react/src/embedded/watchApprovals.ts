import type { Embedded } from '@portico/core/embedded'
import type { KitScope } from '../kit/KitContext.ts'
import { closeModal } from '../modal/modalActions.ts'
import { isAsking } from '../modal/requiredView.ts'
import { currentView } from '../modal/router.ts'

/**
 * Shows the approve view while the wallet has a question: opens the modal on it, or lays it over what is shown, and takes
 * it away again with the last answer. Closing the modal, or going back, says no to everything that is open; what needs no answer goes on.
 *
 * @returns the stop
 */
export function watchApprovals(scope: KitScope, embedded: Embedded): () => void {
  const { kit, router } = scope
  const view = { name: 'approve-transaction' } as const
  let isShown = false
  const followState = () => {
    const isWanted = isAsking(kit.store.getState())
    if (isWanted === isShown) return
    isShown = isWanted
    const modal = router.store.getState()
    if (isWanted) {
      if (modal.open) router.push(view)
      else router.open(view)
      return
    }
    if (!modal.open || currentView(modal).name !== view.name) return
    if (!router.back()) closeModal(scope)
  }
  const followModal = () => {
    const { open, stack } = router.store.getState()
    if (!isShown || (open && stack.some(({ name }) => name === view.name))) return
    isShown = false
    embedded.abortRequests()
  }
  const stops = [kit.store.subscribe(followState), router.store.subscribe(followModal)]
  followState()
  return () => {
    for (const stop of stops) stop()
  }
}
