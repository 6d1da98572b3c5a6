import { importSlotSecret, type SlotName, sealSlot } from '../keys/slot.ts'
import type { SlotRecord } from './walletRecord.ts'

/** A new slot, with the share for the gateway. */
export type NewSlot = { slot: SlotRecord; share: Uint8Array<ArrayBuffer> }

/** Creates a slot for a master key, by default with a new secret. */
export async function makeSlot(
  name: SlotName,
  masterKey: Uint8Array<ArrayBuffer>,
  existing?: CryptoKey,
): Promise<NewSlot & { secret: CryptoKey }> {
  const bytes = existing ? undefined : random(32)
  const secret = existing ?? (await importSlotSecret(bytes as Uint8Array<ArrayBuffer>))
  bytes?.fill(0)
  const share = random(32)
  const wrap = await sealSlot({ slot: name, secret, share }, masterKey)
  const { slotId, kind, jkt, epoch } = name
  return { slot: { slotId, kind, ...(jkt ? { jkt } : {}), wrap, epoch }, share, secret }
}

function random(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length))
}
