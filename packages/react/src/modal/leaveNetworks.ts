import type { KitScope } from '../kit/KitContext.ts'
import { closeModal } from './closeModal.ts'
import { currentView, type ViewName } from './router.ts'

const networkViews: readonly ViewName[] = [
  'networks',
  'switch-network',
  'switch-active-chain',
  'unsupported-chain',
]

/** Leaves the network views after a network was chosen: goes back to the view before them, or closes the modal. */
export function leaveNetworks(scope: KitScope): void {
  const { router } = scope
  const isNetworkView = () => networkViews.includes(currentView(router.store.getState()).name)
  while (isNetworkView()) {
    if (router.back()) continue
    closeModal(scope)
    return
  }
}
