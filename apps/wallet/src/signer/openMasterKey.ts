import { type MasterKey, openSlot, type SlotName } from '../keys/slot.ts'
import type { OpenableSlot, SlotRecord, WalletRecord } from './walletRecord.ts'

/** Unwraps the wallet's master key with a slot and both of its halves. */
export function openMasterKey(
  wallet: WalletRecord,
  { slot, share, secret }: OpenableSlot,
): Promise<MasterKey> {
  return openSlot({ slot: nameOf(wallet, slot), share, secret }, slot.wrap)
}

/** Returns the authenticated fields of a stored slot. */
export function nameOf(
  { walletId, userId }: WalletRecord,
  { slotId, kind, jkt, epoch }: SlotRecord,
): SlotName {
  return { walletId, userId, slotId, kind, jkt, epoch }
}
