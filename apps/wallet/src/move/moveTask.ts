import type { LoginMethod } from '@portico/protocol/social'
import type { MoveChannel } from '../keys/moveChannel.ts'
import type { NewSlot } from '../signer/makeSlot.ts'
import type { OpenableSlot, WalletRecord } from '../signer/walletRecord.ts'

/** The wallet as the new device receives it: its own slot and the secret that opens it with the gateway's share. */
export type GivenWallet = {
  userId: string
  /** Absent: the owner logs in without one. */
  email?: string | undefined
  method?: LoginMethod | undefined
  address: string
  walletId: string
  slotId: string
  secret: CryptoKey
}

type Channel = Pick<MoveChannel, 'key' | 'data'>

/** `give` makes a slot for the new device and encrypts its secret; `receive` decrypts it there. */
export type MoveTask =
  | {
      name: 'give'
      wallet: WalletRecord
      device: OpenableSlot
      email: string | undefined
      method: LoginMethod | undefined
      /** Thumbprint of the new device's DPoP key. */
      jkt: string
      channel: Channel
    }
  | { name: 'receive'; sealed: string; channel: Channel }

export type MoveResults = { give: { slot: NewSlot; sealed: string }; receive: GivenWallet }
/** Runs a task of a move. */
export type RunMove = <task extends MoveTask>(task: task) => Promise<MoveResults[task['name']]>
