import type { BlockId } from '../../shared/BlockId.ts'
import type { CoinSource } from './coins/CoinReader.ts'

/** Reads the activity of accounts from a chain, newest blocks first, and stores it in the index. */
export type Indexer = {
  /**
   * Reads the newest blocks for an account and detects reorganisations. Afterwards, every transaction mined before the
   * call is in the index.
   *
   * @throws {RpcError | UpstreamsFailedError} if the chain cannot be read.
   */
  update(query: { account: string; deadline: number }): Promise<BlockId>
  /**
   * Reads blocks downwards from `top` until `isEnough` returns true, the first block is reached, or `until` has passed.
   *
   * Also stops when the account is full.
   *
   * @returns the lowest block from which everything up to `top` is indexed.
   */
  extend(query: ExtendQuery): Promise<number>
  /**
   * Reads the token transfers of an account for a limited time: usually all of a small chain, and a little more of a
   * large one with every call. For lists that may be incomplete but not slow.
   *
   * @returns the newest block, and the lowest block from which all token transfers are indexed; 0 if all are.
   * @throws {RpcError | UpstreamsFailedError} if the chain cannot be read.
   */
  readTransfers(query: {
    account: string
    deadline: number
  }): Promise<{ head: BlockId; backfilledTo: number }>
  /**
   * Returns the newest block and detects reorganisations.
   *
   * @throws {RpcError | UpstreamsFailedError} if the chain cannot be read.
   */
  head(options: { deadline: number }): Promise<BlockId>
  /** Returns how far back an account is indexed, as of the latest `update`. */
  progress(query: { account: string }): Promise<Progress>
  /** Whether an account has as many rows as may be stored. Its older activity is not indexed. */
  isFull(query: { account: string }): Promise<boolean>
  /** Whether a block is still part of the chain. */
  isCanonical(block: BlockId, options: { deadline: number }): Promise<boolean>
}

export type ExtendQuery = {
  account: string
  top: number
  /** Token transfers only, or also coin transfers and calls. */
  what: 'transfers' | 'everything'
  /** `low` is the lowest block indexed so far. */
  isEnough: (low: number) => Promise<boolean>
  /** When to stop starting new reads (epoch milliseconds). */
  until: number
  /** When to give up a read in progress (epoch milliseconds). */
  deadline: number
}

/** How much of an account is indexed. */
export type Progress = {
  /** How coin transfers are found on this chain. */
  coins: CoinSource
  /** Everything from this block upwards is indexed; 0 if the whole chain is. */
  backfilledTo: number
}
