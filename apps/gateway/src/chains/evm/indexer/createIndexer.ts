import { BaseError } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { BlockId } from '../../shared/BlockId.ts'
import type { Chain } from '../../shared/Chain.ts'
import { coveredDownTo, type Interval } from '../blocks/intervals.ts'
import type { UpstreamViews } from '../chain/UpstreamViews.ts'
import { AccountHasCodeError } from './coins/AccountHasCodeError.ts'
import { createCoinReaderCache } from './createCoinReaderCache.ts'
import { createMutex, type Mutex } from './createMutex.ts'
import { createRangeScanner } from './createRangeScanner.ts'
import { createReorgDetector } from './createReorgDetector.ts'
import { createTipReader, tipBlocks } from './createTipReader.ts'
import { createWindowReader } from './createWindowReader.ts'
import type { ExtendQuery, Indexer } from './Indexer.ts'
import type { IndexStore } from './IndexStore.ts'
import { coinScope, wholeChain } from './scopes.ts'

/** Up to this height a chain is read block by block, which also finds coin transfers. */
const smallChain = 50_000
/** On larger chains only this many of the newest blocks are read. */
const liveBlocks = 4
/** How long `readTransfers` reads, in milliseconds. */
const readTransfersMs = 1500
const maxReorgs = 3

/** Creates the indexer of one chain. */
export function createIndexer({
  chain,
  upstreams,
  store,
  log,
  maxRows,
  exclusive = createMutex(),
  onAccountRequest = () => {},
}: {
  chain: Chain
  /** For what not all upstreams support. */
  upstreams: UpstreamViews
  store: IndexStore
  log: Log
  /** Rows that are stored of one account; older activity is not read then. */
  maxRows: number
  /** Shared by the indexers of a chain, so that they do not read the same blocks. */
  exclusive?: Mutex | undefined
  /** Called with every account that is read. */
  onAccountRequest?: (account: string) => void
}): Indexer {
  const reorgs = createReorgDetector({ chain, store, log, onReorganised: () => tips.clear() })
  const tips = createTipReader({ chain, store, epoch: reorgs.epoch })
  // Not shared with the jobs: each indexer reads the newest blocks for itself, and a page must not wait for theirs.
  const exclusiveTip = createMutex()
  const coinReaders = createCoinReaderCache({ upstreams })
  let newest = 0
  const isSmall = () => newest <= smallChain
  const scanner = createRangeScanner({
    chain,
    store,
    log,
    epoch: reorgs.epoch,
    maxRows,
    highestCovered: () => newest - tipBlocks,
  })
  const windows = createWindowReader({ scanner, coverage })
  const isFull = async (account: string) =>
    (await store.countRows({ chain: chain.id, account, limit: maxRows })) >= maxRows

  async function readHead(deadline: number): Promise<BlockId> {
    const tip = await reorgs.check({ deadline })
    newest = tip.number
    if (isSmall()) windows.widen()
    return tip
  }

  async function coverage(scope: string): Promise<Interval[]> {
    return [...(await store.intervals({ chain: chain.id, scope })), ...tips.coverage(scope)]
  }

  const readTransferTip = (account: string, tip: BlockId, deadline: number): Promise<void> =>
    exclusiveTip(account, () =>
      tips.read(account, tip, (range) => scanner.scan(account, range, deadline), tipBlocks),
    )

  /** Reads coins and calls of the newest blocks, in the best way the upstreams support. */
  async function readCoinTip(account: string, tip: BlockId, deadline: number): Promise<void> {
    const reader = coinReaders.of(account)
    if (reader) {
      const scope = coinScope(account)
      const scan = (range: Interval) => scanner.scanAllCoins(reader, account, range, deadline)
      try {
        return await exclusiveTip(scope, () => tips.read(scope, tip, scan, tipBlocks))
      } catch (error) {
        if (!(error instanceof AccountHasCodeError)) throw error
      }
    }
    if (isSmall()) {
      const scan = (range: Interval) => scanner.scan(wholeChain, range, deadline)
      return exclusiveTip(wholeChain, () => tips.read(wholeChain, tip, scan, tipBlocks))
    }
    const live = `${account} live`
    const scan = (range: Interval) => scanner.scanLive(account, range, deadline)
    return exclusiveTip(live, () => tips.read(live, tip, scan, liveBlocks))
  }

  async function update(account: string, deadline: number): Promise<BlockId> {
    onAccountRequest(account)
    const tip = await readHead(deadline)
    await coinReaders.refresh({ head: newest, deadline })
    await Promise.all([readTransferTip(account, tip, deadline), readCoinTip(account, tip, deadline)])
    return tip
  }

  function coinScopes(account: string): string[] {
    if (coinReaders.of(account)) return [coinScope(account)]
    return isSmall() ? [wholeChain] : []
  }

  async function extend(query: ExtendQuery): Promise<number> {
    const { account, what, isEnough, until, deadline } = query
    for (let reorgCount = 0; ; ) {
      const scopes = what === 'everything' ? [account, ...coinScopes(account)] : [account]
      const top = Math.min(query.top, newest)
      const lows = await Promise.all(
        scopes.map(async (scope) => ({
          scope,
          low: coveredDownTo({ intervals: await coverage(scope), top }),
        })),
      )
      const low = Math.max(...lows.map((entry) => entry.low))
      if (low > top && top > newest - tipBlocks) {
        // Only `update` reads the tip, and a reorganisation has undone that since.
        if (++reorgCount > maxReorgs)
          throw new BaseError(`${chain.id} is reorganised faster than it can be read.`)
        if (what === 'everything') await update(account, deadline)
        else await readTransferTip(account, await readHead(deadline), deadline)
        continue
      }
      if (low === 0 || (await isEnough(low)) || Date.now() >= until || (await isFull(account))) return low
      const behind = lows.filter((entry) => entry.low === low)
      const read = await Promise.allSettled(
        behind.map(({ scope }) =>
          exclusive(scope, () => windows.read(scope, low - 1, coinReaders.of(account), deadline)),
        ),
      )
      // The reader does not serve the account from now on: continue with its other scopes.
      for (const result of read)
        if (result.status === 'rejected' && !(result.reason instanceof AccountHasCodeError))
          throw result.reason
    }
  }

  async function readTransfers(account: string, deadline: number) {
    onAccountRequest(account)
    const tip = await readHead(deadline)
    await readTransferTip(account, tip, deadline)
    const top = tip.number
    const until = Date.now() + readTransfersMs
    const extending = extend({
      account,
      top,
      what: 'transfers',
      isEnough: async () => false,
      until,
      deadline,
    })
    if (isSmall()) return { head: tip, backfilledTo: await extending }
    // Do not wait: what this read finds is in the index for the next call.
    extending.catch((error) =>
      log.debug({ chain: chain.id, error }, 'token transfers could not be read further'),
    )
    return { head: tip, backfilledTo: coveredDownTo({ intervals: await coverage(account), top }) }
  }

  return {
    update: ({ account, deadline }) => update(account, deadline),
    extend,
    readTransfers: ({ account, deadline }) => readTransfers(account, deadline),
    head: ({ deadline }) => readHead(deadline),
    async progress({ account }) {
      const scopes = [account, ...coinScopes(account)]
      const lows = await Promise.all(
        scopes.map(async (scope) => coveredDownTo({ intervals: await coverage(scope), top: newest })),
      )
      const coins = coinReaders.of(account)?.source ?? (isSmall() ? 'blocks' : 'head')
      return { coins, backfilledTo: Math.max(...lows) }
    },
    isFull: ({ account }) => isFull(account),
    isCanonical: async ({ number, hash }, { deadline }) =>
      (await reorgs.hashOf(number, { deadline })) === hash,
  }
}
