import type { EnvelopePlace } from '@portico/server'

/** Returns the place of a slot's share. It is authenticated, so the envelope cannot be opened in another row. */
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
