import type { Interval } from '../../blocks/intervals.ts'

/** A transfer of the native coin, or a call without value. Addresses and hashes in lower case. */
export type CoinTransfer = {
  blockNumber: number
  blockHash: string
  txIndex: number
  txHash: string
  /** The path of an inner call, such as `0.2`; empty for the transaction itself. */
  trace: string
  sender: string
  recipient: string
  /** Wei. */
  amount: string
}

/**
 * How coin transfers are found. `traces` and `transfers-api` include transfers by contracts; `search` and `blocks`
 * cover transactions only; `head` covers transactions of the newest blocks only.
 */
export type CoinSource = 'traces' | 'search' | 'transfers-api' | 'blocks' | 'head'

/** Finds the coin transfers and calls of an account. */
export type CoinReader = {
  readonly source: CoinSource
  /** Whether the block range of one read has to be limited. */
  readonly isBounded: boolean
  /** Whether the transfers of an account can be found; always, if absent. */
  serves?: ((account: string) => boolean) | undefined
  /**
   * Reads the upper part of a range, or all of it.
   *
   * @returns the transfers, and the lowest block read.
   * @throws {RpcError | UpstreamsFailedError} also if the range is too large for the upstream.
   * @throws {AccountHasCodeError} if the account turns out not to be served.
   */
  read(query: { account: string; range: Interval; deadline: number }): Promise<{
    transfers: CoinTransfer[]
    from: number
  }>
}
