import type { Embedded } from '@portico/core/embedded'
import type { KitScope } from '../kit/KitContext.ts'
import { leaveRequests } from '../modal/leaveRequests.ts'
import { hasPendingRequest } from '../modal/requiredView.ts'
import { currentView } from '../modal/router.ts'

/**
 * Shows the approve view while the embedded wallet has a pending request: opens the modal on it, or pushes it over the
 * current view, and removes it once the last request is answered. Closing the modal or going back rejects all pending
 * requests; requests that need no approval continue.
 *
 * @returns a function that stops watching
 */
export function watchApprovals(scope: KitScope, embedded: Embedded): () => void {
  const { kit, router } = scope
  const view = { name: 'approve-transaction' } as const
  let isShown = false
  const onStateChange = () => {
    const isPending = hasPendingRequest(kit.store.getState())
    if (isPending === isShown) return
    isShown = isPending
    const modal = router.store.getState()
    if (isPending) {
      if (modal.open) router.push(view)
      else router.open(view)
      return
    }
    if (!modal.open || currentView(modal).name !== view.name) return
    leaveRequests(scope)
  }
  const onModalChange = () => {
    const { open, stack } = router.store.getState()
    if (!isShown || (open && stack.some(({ name }) => name === view.name))) return
    isShown = false
    embedded.abortRequests()
  }
  const stops = [kit.store.subscribe(onStateChange), router.store.subscribe(onModalChange)]
  onStateChange()
  return () => {
    for (const stop of stops) stop()
  }
}
