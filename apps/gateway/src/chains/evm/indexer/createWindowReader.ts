import { RpcError } from '@portico/protocol'
import { coveredDownTo, type Interval, nextCoveredBelow } from '../blocks/intervals.ts'
import { isRangeError } from '../blocks/isRangeError.ts'
import { readRangeLimit } from '../blocks/readRangeLimit.ts'
import type { CoinReader } from './coins/CoinReader.ts'
import type { RangeScanner } from './createRangeScanner.ts'
import { accountOfCoinScope, wholeChain } from './scopes.ts'

const firstWindow = 2000
const maxWindow = 10_000
const blockWindow = 2000

/** Reads gaps of the index in windows whose size adapts to what the upstreams accept. */
export type WindowReader = {
  /** Reads the upper part of the gap that ends at block `to`. */
  read(scope: string, to: number, coins: CoinReader | undefined, deadline: number): Promise<void>
  /** Uses the largest window for logs from now on: small chains have few of them. */
  widen(): void
}

/** Creates the window reader of one chain. */
export function createWindowReader({
  scanner,
  coverage,
}: {
  scanner: RangeScanner
  /** Returns the intervals that have been read for a scope. */
  coverage: (scope: string) => Promise<Interval[]>
}): WindowReader {
  let logWindow = firstWindow
  let coinWindow = firstWindow
  /** The largest range the upstreams accept for coins: unlike for logs, that limit is fixed. */
  let maxCoinWindow = maxWindow

  async function readLogs(scope: string, floor: number, to: number, deadline: number): Promise<void> {
    try {
      await scanner.scan(scope, { from: Math.max(floor, to - logWindow + 1), to }, deadline)
      logWindow = Math.min(maxWindow, logWindow * 2)
    } catch (error) {
      if (logWindow === 1 || !isRangeError(error)) throw error
      logWindow = Math.max(1, logWindow >> 1)
    }
  }

  async function readCoins(
    reader: CoinReader,
    account: string,
    gap: Interval,
    deadline: number,
  ): Promise<void> {
    const from = reader.isBounded ? Math.max(gap.from, gap.to - coinWindow + 1) : gap.from
    try {
      await scanner.scanCoins(reader, account, { from, to: gap.to }, deadline)
      coinWindow = Math.min(maxCoinWindow, coinWindow * 2)
    } catch (error) {
      if (!reader.isBounded || coinWindow === 1 || !isRangeError(error)) throw error
      coinWindow = readRangeLimit(error, Math.max(1, coinWindow >> 1))
      // Not after a timeout: that may be temporary, and the maximum never grows again.
      if (error instanceof RpcError) maxCoinWindow = coinWindow
    }
  }

  return {
    async read(scope, to, coins, deadline) {
      const intervals = await coverage(scope)
      // Another request has read it meanwhile.
      if (coveredDownTo({ intervals, top: to }) <= to) return
      const floor = nextCoveredBelow({ intervals, block: to }) + 1
      if (scope === wholeChain) {
        await scanner.scan(scope, { from: Math.max(floor, to - blockWindow + 1), to }, deadline)
        return
      }
      const coinAccount = accountOfCoinScope(scope)
      if (coins && coinAccount !== undefined)
        await readCoins(coins, coinAccount, { from: floor, to }, deadline)
      else await readLogs(scope, floor, to, deadline)
    },
    widen() {
      logWindow = maxWindow
    },
  }
}
