import { embeddedStore } from '../embedded/embeddedStore.ts'
import type { Kit } from '../kit.ts'

/** Forgets the changes of the smart account that are no longer under way: the visitor has seen how they ended. */
export function forgetEndedChanges(kit: Kit): void {
  const state = embeddedStore(kit)
  const { smartAccountChanges: changes } = state.get()
  const running = changes?.filter(({ status }) => status === 'wallet' || status === 'sent')
  if (running?.length !== changes?.length) state.set({ smartAccountChanges: running })
}
