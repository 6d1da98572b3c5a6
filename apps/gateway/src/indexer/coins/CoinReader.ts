import type { Interval } from '../intervals.ts'

/** One movement of the chain's coin, or a call that moved none. Addresses and hashes in lower case. */
export type CoinTransfer = {
  blockNumber: number
  blockHash: string
  txIndex: number
  txHash: string
  /** Where in the transaction: empty for the transaction itself, else the path of the inner call such as `0.2`. */
  trace: string
  sender: string
  recipient: string
  /** Wei. */
  amount: string
}

/**
 * How coin transfers are found: `traces` and `transfers-api` see what contracts send, `search` and `blocks` transactions
 * alone, `head` those of the newest blocks alone.
 */
export type CoinSource = 'traces' | 'search' | 'transfers-api' | 'blocks' | 'head'

/** Finds the coin transfers and calls of an account. */
export type CoinReader = {
  readonly source: CoinSource
  /** Whether a question costs more the more blocks it covers. */
  readonly isBounded: boolean
  /**
   * @returns what it found and from which block up to `range.to` that is everything.
   * @throws {RpcError | UpstreamsFailedError} also if the range is too large for the node.
   */
  read(query: { account: string; range: Interval; deadline: number }): Promise<{
    transfers: CoinTransfer[]
    from: number
  }>
}
