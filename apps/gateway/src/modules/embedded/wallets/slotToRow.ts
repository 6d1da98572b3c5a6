import type { Tables } from '../../../infra/database/Tables.ts'
import type { WalletSlot } from './store.ts'

/** Returns the database row of a new slot. */
export function slotToRow(slot: WalletSlot): Tables['wallet_slots'] {
  return {
    wallet_id: slot.walletId,
    slot_id: slot.slotId,
    user_id: slot.userId,
    kind: slot.kind,
    jkt: slot.jkt,
    wrap: slot.wrap,
    epoch: slot.epoch,
    kek_id: slot.share.kekId,
    share: slot.share.sealed,
    created_at: slot.createdAt,
    last_used_at: slot.lastUsedAt,
    signed_out_at: null,
    proof_jkt: slot.proofJkt ?? null,
  }
}
