import { BaseError } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Chain } from '../../shared/Chain.ts'
import type { Interval } from '../blocks/intervals.ts'
import { isRangeError } from '../blocks/isRangeError.ts'
import { readBlocks } from '../blocks/readBlocks.ts'
import { readRangeLimit } from '../blocks/readRangeLimit.ts'
import { readTransfers } from '../blocks/readTransfers.ts'
import type { CoinReader } from './coins/CoinReader.ts'
import type { IndexStore } from './IndexStore.ts'
import { wholeChain } from './scopes.ts'

/** Reads block ranges from the chain and stores them. All functions report a reorganisation during the read. */
export type RangeScanner = {
  /** Reads a whole range for a scope. False if the chain was reorganised meanwhile: nothing is stored. */
  scan(scope: string, range: Interval, deadline: number): Promise<boolean>
  /**
   * Reads the coin transfers of a range, or of its upper part.
   *
   * @returns the lowest block read; undefined if the chain was reorganised meanwhile.
   */
  scanCoins(
    reader: CoinReader,
    account: string,
    range: Interval,
    deadline: number,
  ): Promise<number | undefined>
  /** Reads the coin transfers of a whole range. False if the chain was reorganised meanwhile. */
  scanAllCoins(reader: CoinReader, account: string, range: Interval, deadline: number): Promise<boolean>
  /** Reads coin transfers and calls from blocks, for the newest blocks of a large chain. A failure is only logged. */
  scanLive(account: string, range: Interval, deadline: number): Promise<boolean>
}

/** Creates the scanner of one chain. */
export function createRangeScanner({
  chain,
  store,
  log,
  epoch: currentEpoch,
  maxRows,
  highestCovered,
}: {
  chain: Chain
  store: IndexStore
  log: Log
  epoch: () => number
  /** Rows that one read may store: an upstream that makes them up must not fill the database. */
  maxRows: number
  /** The highest block that need not be read again. */
  highestCovered: () => number
}): RangeScanner {
  const coveredOf = ({ from, to }: Interval): Interval | undefined => {
    const highest = Math.min(to, highestCovered())
    return highest >= from ? { from, to: highest } : undefined
  }

  function refuseMany(rows: number, { from, to }: Interval): void {
    if (rows > maxRows)
      throw new BaseError(`An upstream of ${chain.id} returned ${rows} entries for blocks ${from} to ${to}.`)
  }

  const scanner: RangeScanner = {
    async scan(scope, range, deadline) {
      const epoch = currentEpoch()
      const scan = { chain: chain.id, range, covered: coveredOf(range), epoch }
      if (scope !== wholeChain) {
        const { transfers, operations } = await readTransfers({ chain, account: scope, range, deadline })
        refuseMany(transfers.length + operations.length, range)
        return store.saveTransfers({ ...scan, account: scope, transfers, operations })
      }
      const transactions = await readBlocks({ chain, range, deadline })
      refuseMany(transactions.length, range)
      return store.saveTransactions({ ...scan, scope, transactions })
    },
    async scanCoins(reader, account, range, deadline) {
      const epoch = currentEpoch()
      const { transfers, from } = await reader.read({ account, range, deadline })
      const read = { from, to: range.to }
      refuseMany(transfers.length, read)
      const scan = { chain: chain.id, account, range: read, covered: coveredOf(read), epoch, transfers }
      return (await store.saveCoins(scan)) ? from : undefined
    },
    async scanAllCoins(reader, account, range, deadline) {
      let window = range.to - range.from + 1
      for (let to = range.to; ; ) {
        try {
          const part = { from: Math.max(range.from, to - window + 1), to }
          const from = await scanner.scanCoins(reader, account, part, deadline)
          if (from === undefined) return false
          if (from <= range.from) return true
          to = from - 1
        } catch (error) {
          // More blocks may have come since the last read than the upstream accepts at once.
          if (!reader.isBounded || window === 1 || !isRangeError(error)) throw error
          window = readRangeLimit(error, window >> 1)
        }
      }
    },
    async scanLive(account, range, deadline) {
      const epoch = currentEpoch()
      try {
        const transactions = await readBlocks({ chain, range, accounts: new Set([account]), deadline })
        const scan = { chain: chain.id, scope: account, range, covered: undefined }
        return await store.saveTransactions({ ...scan, transactions, epoch })
      } catch (error) {
        // Token transfers are complete without these blocks.
        log.warn({ chain: chain.id, error }, 'newest blocks could not be read')
        return true
      }
    },
  }
  return scanner
}
