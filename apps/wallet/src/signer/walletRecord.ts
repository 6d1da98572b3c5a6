/** Epoch of a new wallet. The encrypted entropy keeps it when slots are added or removed. */
export const firstEpoch = 1

/** A slot as the gateway stores it, without its share. */
export type SlotRecord = {
  slotId: string
  kind: 'device' | 'auto' | 'code'
  jkt?: string | undefined
  wrap: Uint8Array<ArrayBuffer>
  epoch: number
}

/** A wallet as the gateway stores it. */
export type WalletRecord = {
  walletId: string
  userId: string
  epoch: number
  vault: Uint8Array<ArrayBuffer>
  check: Uint8Array<ArrayBuffer>
  address: string
}

/** A slot with the two halves that open it. */
export type OpenableSlot = {
  slot: SlotRecord
  share: Uint8Array<ArrayBuffer>
  /** The device's secret, a CryptoKey that is not extractable. */
  secret: CryptoKey
}

/** A slot with its share and the recovery secret, which the vault encrypted to a key of this login. */
export type ReleasedSlot = {
  slot: SlotRecord
  share: Uint8Array<ArrayBuffer>
  sealed: string
  releaseKey: CryptoKey
}
