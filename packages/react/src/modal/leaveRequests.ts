import type { KitScope } from '../kit/KitContext.ts'
import { closeModal } from './closeModal.ts'
import { requiredFlowView } from './requiredView.ts'

/**
 * Leaves the view of the embedded wallet's requests: goes back, or shows the view that the state requires apart from them,
 * or closes the modal.
 */
export function leaveRequests(scope: KitScope): void {
  const { kit, router } = scope
  if (router.back()) return
  const required = requiredFlowView(kit.store.getState())
  if (required) router.reset(required)
  else closeModal(scope)
}
