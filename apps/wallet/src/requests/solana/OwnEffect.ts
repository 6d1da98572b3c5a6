import type { AccountChange } from './AccountChange.ts'
import type { Control } from './Control.ts'
import type { SolanaAsset, SolanaTokens } from './SolanaAsset.ts'

/** Who gets something. `account` is the token account, if it is another address than `address`. */
export type Recipient = {
  /** The owner of the token account, as far as it is known. */
  address: string
  account?: string | undefined
  /** Whether the owner follows from the bytes, not only from what a node says. */
  isProven: boolean
  /** Whether it is an account of one's own that somebody else may take from or close. */
  isShared?: boolean
}

/** An effect on what the account owns or controls. */
export type OwnEffect =
  | { type: 'send'; asset: SolanaAsset; to: Recipient }
  /** What the account sends to itself, which stays its own. */
  | { type: 'keep'; asset: SolanaAsset }
  | { type: 'burn'; asset: SolanaTokens }
  | { type: 'allow'; asset: SolanaTokens; to: string }
  | { type: 'revoke'; asset: SolanaTokens }
  /** `lamports` is what a node says that the account holds. */
  | { type: 'close'; account: string; to: string; isKept: boolean; lamports: bigint | undefined }
  | { type: 'giveAway'; what: Control; account: string; to: string | undefined }
  /** The rent of a new token account. */
  | { type: 'open'; lamports: bigint; owner: string; isNew: boolean }
  | ({ type: 'act' } & AccountChange)
  /** The account signs for one that several people own. */
  | { type: 'shared'; owner: string }
  | { type: 'durableNonce'; account: string }
  | { type: 'memo'; text: string }
  /** `isSigned` means that the program gets the signature of the account. */
  | { type: 'unknown'; program: string; isSigned: boolean }
