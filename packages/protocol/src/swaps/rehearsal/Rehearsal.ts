import type { WrittenCall } from '../writePoolSwap.ts'

/** Transactions that are tried one after the other, without being sent. */
export interface Rehearsal {
  /** Who would send them. */
  account: string
  steps: readonly WrittenCall[]
  /** The tokens whose balances are read, in lower case; the coin is `coinSentinel`. */
  watched: readonly string[]
  /** Whose balances are read. Default: the account. */
  holder?: string | undefined
}

/** What a tried transaction did. A failed one changes nothing. */
export interface RehearsedStep {
  isOk: boolean
  /** By how much the holder's balance of each watched token grew, in base units; negative if it shrank. Fees do not count. */
  changes: Readonly<Record<string, bigint>>
  /** Gas that was used; undefined if the node could not say. */
  gas?: bigint | undefined
}
