import { embeddedStore } from '../embedded/embeddedStore.ts'
import type { Kit } from '../kit.ts'

/**
 * Removes the changes of the smart account that have ended from `state.embedded.smartAccountChanges`: the visitor has seen how they
 * ended.
 *
 * @example
 * import { forgetEndedChanges } from '@portico/core/smartAccounts'
 *
 * forgetEndedChanges(kit)
 */
export function forgetEndedChanges(kit: Kit): void {
  const state = embeddedStore(kit)
  const { smartAccountChanges: changes } = state.get()
  const running = changes?.filter(({ status }) => status === 'wallet' || status === 'sent')
  if (running?.length !== changes?.length) state.set({ smartAccountChanges: running })
}
