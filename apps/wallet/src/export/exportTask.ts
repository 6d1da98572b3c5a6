import type { OpenableSlot, ReleasedSlot, SlotRecord, WalletRecord } from '../signer/walletRecord.ts'

/** What opens a wallet everywhere. */
export type RevealedWallet = {
  address: string
  /** Address of the Solana account that the words open as well. */
  solanaAddress?: string | undefined
  /** Absent if only a private key was imported. */
  words?: string | undefined
  /** Private key of the address, in hex. */
  privateKey: string
}

/** A new recovery code, and the slot that it opens. */
export type NewCode = {
  /** The code in groups. */
  code: string
  slot: SlotRecord
  share: Uint8Array<ArrayBuffer>
  /** Thumbprint of the key with which the code proves itself to the gateway. */
  proofKey: string
}

/** The encrypted wallet as the gateway returns it for a recovery code. */
export type CodeWallet = { wallet: WalletRecord; slot: SlotRecord; share: Uint8Array<ArrayBuffer> }

/** The results of the tasks that export a key. */
export type ExportResults = {
  /** Opens the wallet on this device. */
  reveal: RevealedWallet
  /** Opens a wallet with the recovery secret that the vault has released. */
  'reveal-released': RevealedWallet
  /** Makes a recovery code on this device. */
  'make-code': NewCode
  /** Reads a typed code, and returns the key with which it proves itself. */
  'read-code': { proof: CryptoKeyPair }
  /** Opens the wallet with a typed code. */
  'open-code': RevealedWallet
}

export type ExportTask =
  | { name: 'reveal'; wallet: WalletRecord; device: OpenableSlot }
  | { name: 'reveal-released'; wallet: WalletRecord; released: ReleasedSlot }
  | { name: 'make-code'; wallet: WalletRecord; device: OpenableSlot }
  | { name: 'read-code'; text: string }
  | ({ name: 'open-code'; text: string } & CodeWallet)

/** Why a task failed: `broken` if the parts do not open the wallet, `unreadable` if the typed text is no recovery code. */
export type ExportFailure = 'broken' | 'unreadable' | 'other'

/** Runs a task. */
export type RunExport = <name extends ExportTask['name']>(
  task: Extract<ExportTask, { name: name }>,
) => Promise<ExportResults[name]>
