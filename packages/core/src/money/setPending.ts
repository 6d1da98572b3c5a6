import type { Kit } from '../kit.ts'
import type { PendingTransfer } from './moneyState.ts'
import { storePending } from './pendingStore.ts'
import { updateMoney } from './updateMoney.ts'

/** Adds or replaces a payment in the state, and stores it. */
export function setPending(kit: Kit, entry: PendingTransfer): void {
  const pending = kit.store.getState().money?.pending ?? []
  const isNew = !pending.some(({ id }) => id === entry.id)
  updateMoney(kit, {
    pending: isNew ? [entry, ...pending] : pending.map((other) => (other.id === entry.id ? entry : other)),
  })
  storePending(kit, entry)
}
