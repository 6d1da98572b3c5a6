/** A slot as the gateway keeps it, without its share. */
export type SlotRecord = {
  slotId: string
  kind: 'device' | 'auto'
  jkt?: string | undefined
  wrap: Uint8Array<ArrayBuffer>
  epoch: number
}

/** A wallet as the gateway keeps it. */
export type WalletRecord = {
  walletId: string
  userId: string
  epoch: number
  vault: Uint8Array<ArrayBuffer>
  check: Uint8Array<ArrayBuffer>
  address: string
}

/** A slot with both halves of what opens it. */
export type OpenableSlot = {
  slot: SlotRecord
  share: Uint8Array<ArrayBuffer>
  /** Of the device: a key that cannot be read. */
  secret: CryptoKey
}

/** The recovery secret as the vault released it: sealed to a key that was made for this login. */
export type ReleasedSlot = {
  slot: SlotRecord
  share: Uint8Array<ArrayBuffer>
  sealed: string
  releaseKey: CryptoKey
}
