import type { CaipNetworkId } from '@portico/protocol'

/** A batch whose calls are sent one by one, because the wallet cannot execute them together. Plain data, so that it can be stored. */
export interface Sequence {
  id: string
  networkId: CaipNetworkId
  account: string
  /** How many calls the batch has. */
  total: number
  /** The transactions that were sent, in the order of the calls. */
  hashes: readonly string[]
  /** Whether the last of `hashes` was replaced by another transaction of the account. */
  isReplaced?: boolean | undefined
  startedAt: number
}
