import type { BlockTransaction, KnownTransaction } from '../../shared/activity/KnownTransaction.ts'
import type { TokenTransfer } from '../../shared/activity/TokenTransfer.ts'
import type { UserOperation } from '../../shared/activity/UserOperation.ts'
import type { BlockId } from '../../shared/BlockId.ts'
import type { Interval } from '../blocks/intervals.ts'
import type { CoinTransfer } from './coins/CoinReader.ts'

/** A transaction's position in a chain. */
export type ActivityRow = { blockNumber: number; txIndex: number; hash: string; blockHash: string }

/** The index: what has been read of EVM chains, in SQL. */
export type IndexStore = ReorgStore & ScanStore & ActivityQueries

/** Detects and undoes reorganisations. */
export type ReorgStore = {
  /** Returns the blocks seen before, highest first. */
  anchors(chain: string): Promise<BlockId[]>
  addAnchors(entry: { chain: string; epoch: number; anchors: readonly BlockId[] }): Promise<void>
  /**
   * Returns the chain's epoch, which rises with every reorganisation that any process notices. Data read in an earlier
   * epoch must be discarded.
   */
  epoch(chain: string): Promise<number>
  /**
   * Deletes what was read above a block and starts a new epoch. With `block` -1 deletes everything about the chain,
   * token metadata included.
   *
   * @returns the new epoch; undefined, without any change, if another process has already ended `epoch`.
   */
  rollback(entry: { chain: string; epoch: number; block: number }): Promise<number | undefined>
}

/** Stores scanned block ranges. */
export type ScanStore = {
  /** Returns the block ranges read for a scope (see `scopes.ts`). */
  intervals(query: { chain: string; scope: string }): Promise<Interval[]>
  /**
   * Replaces the account's token transfers and user operations in `range` and marks `covered` as read, in one transaction.
   *
   * @returns false, without any change, if the chain was reorganised since `epoch`.
   */
  saveTransfers(
    entry: Scan & {
      account: string
      transfers: readonly TokenTransfer[]
      operations: readonly UserOperation[]
    },
  ): Promise<boolean>
  /** Stores transactions like `saveTransfers`; with the scope `wholeChain` they replace all of the range. */
  saveTransactions(
    entry: Scan & { scope: string; transactions: readonly BlockTransaction[] },
  ): Promise<boolean>
  /** Stores coin transfers like `saveTransfers`. */
  saveCoins(entry: Scan & { account: string; transfers: readonly CoinTransfer[] }): Promise<boolean>
  /** Adds the fields that come from receipts, unless the chain was reorganised since `epoch`. */
  completeTransactions(entry: {
    chain: string
    epoch: number
    transactions: readonly KnownTransaction[]
  }): Promise<void>
}

/** Queries over the index. */
export type ActivityQueries = {
  /** Counts the transfers and user operations of an account, up to `limit` or a little more. */
  countRows(query: { chain: string; account: string; limit: number }): Promise<number>
  /**
   * Returns the transactions of an account before a position and not below a block, newest first, without duplicates.
   */
  activity(query: {
    chain: string
    account: string
    before: { block: number; index: number }
    notBelow: number
    limit: number
  }): Promise<ActivityRow[]>
  /** Returns transactions by hash; unknown hashes are missing. */
  transactions(query: { chain: string; hashes: readonly string[] }): Promise<Map<string, KnownTransaction>>
  /** Returns an account's token transfers by transaction hash. */
  transfers(query: {
    chain: string
    account: string
    hashes: readonly string[]
  }): Promise<Map<string, TokenTransfer[]>>
  /** Returns coin transfers that contracts made to or from an account, by transaction hash. */
  innerCoins(query: {
    chain: string
    account: string
    hashes: readonly string[]
  }): Promise<Map<string, CoinTransfer[]>>
  /** Returns the ERC-20 tokens an account sent or received, latest first. */
  seenTokens(query: { chain: string; account: string; limit: number }): Promise<string[]>
  /** Returns the NFTs an account received, latest first. */
  seenNfts(query: { chain: string; account: string; limit: number }): Promise<SeenNft[]>
}

/** An NFT by contract address (lower case) and token id (decimal). */
export type NftId = { token: string; tokenId: string; standard: 'erc721' | 'erc1155' }

/** An NFT an account received; it may have been sent on since. */
export type SeenNft = NftId & {
  /** The block in which it was last received. */
  latest: number
}

/** A scanned block range. */
export type Scan = {
  chain: string
  range: Interval
  /** The part of `range` that need not be read again: without the newest blocks. */
  covered: Interval | undefined
  /** The chain's epoch before the upstreams were asked. */
  epoch: number
}
