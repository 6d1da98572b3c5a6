import type { Kit } from '../kit.ts'
import { followTransfer } from './followTransfer.ts'
import { readPending } from './pendingStore.ts'
import { updateMoney } from './updateMoney.ts'

const watched = new WeakSet<Kit>()

/**
 * Puts the stored payments of earlier visits into the state and follows them, once per kit. What a wallet was asked to send before
 * the page was left has the state `unknown`: it may have been sent.
 */
export function watchPending(kit: Kit): void {
  if (watched.has(kit)) return
  watched.add(kit)
  const known = kit.store.getState().money?.pending ?? []
  const stored = readPending(kit)
    .filter(({ id }) => !known.some((entry) => entry.id === id))
    .map((entry) => (entry.status === 'wallet' ? { ...entry, status: 'unknown' as const } : entry))
  updateMoney(kit, { pending: [...known, ...stored] })
  for (const entry of stored) void followTransfer(kit, entry)
}
