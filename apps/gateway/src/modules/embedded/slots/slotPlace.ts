import type { EnvelopePlace } from '@portico/server'

/** Where a slot's share stands; its envelope opens nowhere else. */
export function slotPlace({
  walletId,
  slotId,
  userId,
}: {
  walletId: string
  slotId: string
  userId: string
}): EnvelopePlace {
  return { table: 'wallet_slots', row: walletId, user: userId, slot: slotId, version: '1' }
}
