import type { Transaction } from 'kysely'
import type { Tables } from '../../../infra/database/Tables.ts'
import { isLive } from '../sessions/isLive.ts'
import type { WalletSlot } from './store.ts'

/** Slots of a wallet. */
const maxSlots = 64

type DeviceSlot = Pick<Tables['wallet_slots'], 'slot_id' | 'jkt' | 'created_at' | 'last_used_at'>

/**
 * Deletes the slots that a new slot replaces, so that a new slot is never refused: the slots of the same device key, which its
 * browser no longer uses, or the slot of an older recovery code, and, if the wallet has too many, the least recently used ones, those without a live
 * session first. Other slots are never deleted for their age or number. Runs in the transaction that adds the slot.
 *
 * @returns the IDs of the deleted slots.
 */
export async function replaceSlots({
  transaction,
  slot: { walletId, userId, kind, jkt },
  now,
}: {
  transaction: Transaction<Tables>
  slot: WalletSlot
  now: number
}): Promise<string[]> {
  const slots = await transaction
    .selectFrom('wallet_slots')
    .select(['slot_id', 'kind', 'jkt', 'created_at', 'last_used_at'])
    .where('wallet_id', '=', walletId)
    .where('user_id', '=', userId)
    .execute()
  const same = slots.filter((one) => one.kind === kind && (kind === 'code' || one.jkt === jkt))
  const excess = slots.length - same.length + 1 - maxSlots
  const others = slots.filter((one) => one.kind === 'device' && !same.includes(one))
  const leastUsed =
    excess > 0 ? byUse(others, await readLiveSessions({ transaction, userId, now })).slice(0, excess) : []
  const replaced = [...same, ...leastUsed].map(({ slot_id }) => slot_id)
  if (replaced.length > 0)
    await transaction
      .deleteFrom('wallet_slots')
      .where('wallet_id', '=', walletId)
      .where('user_id', '=', userId)
      .where('slot_id', 'in', replaced)
      .execute()
  return replaced
}

/** Returns when each device key with a live session last used one. */
async function readLiveSessions({
  transaction,
  userId,
  now,
}: {
  transaction: Transaction<Tables>
  userId: string
  now: number
}): Promise<ReadonlyMap<string, number>> {
  const sessions = await transaction
    .selectFrom('wallet_sessions')
    .select(['jkt', 'last_used_at', 'expires_at', 'revoked_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
  const used = new Map<string, number>()
  for (const { jkt, last_used_at: lastUsedAt, expires_at: expiresAt, revoked_at: revokedAt } of sessions)
    if (isLive({ lastUsedAt, expiresAt, revokedAt }, now))
      used.set(jkt, Math.max(lastUsedAt, used.get(jkt) ?? 0))
  return used
}

/** Sorts slots: those without a live session first, then the least recently used ones. */
function byUse(slots: readonly DeviceSlot[], sessions: ReadonlyMap<string, number>): DeviceSlot[] {
  const sessionOf = ({ jkt }: DeviceSlot) => sessions.get(jkt ?? '')
  const useOf = (slot: DeviceSlot) => Math.max(slot.last_used_at, sessionOf(slot) ?? 0)
  const isOpen = (slot: DeviceSlot) => Number(sessionOf(slot) !== undefined)
  return slots.toSorted(
    (one, other) =>
      isOpen(one) - isOpen(other) || useOf(one) - useOf(other) || one.created_at - other.created_at,
  )
}
