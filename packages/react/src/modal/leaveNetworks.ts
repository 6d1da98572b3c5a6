import type { KitScope } from '../kit/KitContext.ts'
import { closeModal } from './modalActions.ts'
import { currentView, type ViewName } from './router.ts'

const passed: readonly ViewName[] = ['networks', 'switch-network', 'switch-active-chain', 'unsupported-chain']

/** A network has been chosen: back to where the visitor came from, or done. */
export function leaveNetworks(scope: KitScope): void {
  const { router } = scope
  const isPassed = () => passed.includes(currentView(router.store.getState()).name)
  while (isPassed()) {
    if (router.back()) continue
    closeModal(scope)
    return
  }
}
