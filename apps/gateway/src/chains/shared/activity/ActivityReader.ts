import type { Transaction } from '@portico/protocol/gateway'
import type { Chain } from '../Chain.ts'
import type { Network } from '../Network.ts'
import type { Position } from './cursor.ts'
import type { KnownTransaction } from './KnownTransaction.ts'
import type { TransactionDescription } from './TransactionDescription.ts'

/** One entry of an account's activity, with the position after it. */
export type Entry = ReadEntry | FormattedEntry
/** An entry of an EVM chain; token names are added when it is formatted for the response. */
export type ReadEntry = {
  chain: Chain
  transaction: KnownTransaction
  described: TransactionDescription
  after: Position
}
/**
 * An entry that is already formatted for the response, without what needs the list of tokens; `tokens` are those of its
 * transfers, undefined for the coin. `timestamp` in seconds.
 */
export type FormattedEntry = {
  chain: Network
  timestamp: number
  written: Transaction
  tokens: readonly (string | undefined)[]
  after: Position
}

/** The next item of an activity list. */
export type PeekResult =
  | { kind: 'entry'; entry: Entry }
  /** The list is complete down to the first block. */
  | { kind: 'end' }
  /** Nothing more has been read in the time allowed; continue at `after`. */
  | { kind: 'incomplete'; after: Position }

/** Reads an account's activity on one chain, newest first, starting at a position. */
export type ActivityReader = {
  /** Returns the next entry without consuming it. */
  peek(): Promise<PeekResult>
  /** Consumes the entry that `peek` returned. */
  take(): void
  /**
   * Completes a position for use in a cursor, by adding the hash of its block if that is missing.
   *
   * @throws {Error} if the hash cannot be read.
   */
  resolvePosition(position: Position): Promise<Position>
}
