import { BaseError, RpcError } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Chain } from '../chain/Chain.ts'
import type { CoinReader, CoinSource } from './coins/CoinReader.ts'
import { findCoinReader } from './coins/findCoinReader.ts'
import { createHeadWatch } from './createHeadWatch.ts'
import { createMutex } from './createMutex.ts'
import { coveredDownTo, type Interval, nextCoveredBelow } from './intervals.ts'
import { isRangeError } from './isRangeError.ts'
import { readBlocks } from './readBlocks.ts'
import { readRangeLimit } from './readRangeLimit.ts'
import { readTransfers } from './readTransfers.ts'
import { type BlockId, coinsOf, everyone, type IndexStore } from './store.ts'

/** Reads a chain for accounts, newest blocks first, and remembers what it has read. */
export type Indexer = {
  /**
   * Reads the newest blocks for an account and notices reorganisations. Afterwards a transaction that was mined before
   * the call is known.
   *
   * @throws {RpcError | UpstreamsFailedError} if the chain cannot be asked.
   */
  update(query: { account: string; deadline: number }): Promise<BlockId>
  /**
   * Reads on below `top`, until `isEnough` says so, the first block is reached, or the time `until` has passed.
   *
   * @returns the lowest block from which on everything up to `top` is known.
   */
  extend(query: {
    account: string
    top: number
    /** Token transfers alone, or also coin transfers and calls. */
    what: 'transfers' | 'everything'
    isEnough: (low: number) => Promise<boolean>
    until: number
    /** When a single request to a node is given up. */
    deadline: number
  }): Promise<number>
  /**
   * Reads the token transfers of an account as far as time allows: on a small chain usually all, on a large one a little
   * further with every call, without making the caller wait. For lists that are better short than late.
   *
   * @returns the newest block, and the lowest from which on all token transfers are known: 0 = all there are.
   * @throws {RpcError | UpstreamsFailedError} if the chain cannot be asked.
   */
  readTransfers(query: {
    account: string
    deadline: number
  }): Promise<{ head: BlockId; backfilledTo: number }>
  /**
   * The newest block; notices reorganisations.
   *
   * @throws {RpcError | UpstreamsFailedError} if the chain cannot be asked.
   */
  head(options: { deadline: number }): Promise<BlockId>
  /** How far back an account is known, as of the last `update`, and how coin transfers are found on this chain. */
  progress(query: { account: string }): Promise<Progress>
  /** Whether a block is still part of the chain. */
  isCanonical(block: BlockId, options: { deadline: number }): Promise<boolean>
}

/** What is known of an account. */
export type Progress = {
  coins: CoinSource
  /** The lowest block from which on everything that can be found is known: 0 = all of it. */
  backfilledTo: number
}

/** Blocks nearest to the head are read again each time: nodes behind one address are not equally far. */
const tipBlocks = 3
/** Up to here a chain is read block by block, which finds coin transfers, too. */
const smallChain = 50_000
/** On larger chains that is done for the newest blocks alone. */
const liveBlocks = 4
const firstWindow = 2000
const lastWindow = 10_000
const blockWindow = 2000
/** New blocks that are read together with the tip. */
const nearGap = 1000
/** How long `readTransfers` goes on, in milliseconds. */
const transferPatience = 1500
const maxTips = 10_000
/** After this a node is asked again what it can do. */
const coinReaderLasts = 3_600_000
const maxShaken = 3

/** An indexer of one chain. */
export function createIndexer({
  chain,
  store,
  log,
  onAsked = () => {},
}: {
  chain: Chain
  store: IndexStore
  log: Log
  /** Hears of every account that is asked for. */
  onAsked?: (account: string) => void
}): Indexer {
  /** What was read of the tip, by scope, and under which head and epoch. */
  const tips = new Map<string, { head: string; epoch: number; read: Interval }>()
  const head = createHeadWatch({ chain, store, log, onReorganised: () => tips.clear() })
  const alone = createMutex()
  let window = firstWindow
  let coinWindow = firstWindow
  /** What a node takes at most; traces have a fixed limit, unlike logs. */
  let maxCoinWindow = lastWindow
  let newest = 0
  let coins: CoinReader | undefined
  let coinsAsked: { at: number; asking: Promise<unknown> } | undefined

  const isSmall = () => newest <= smallChain

  /** Finds out once how the nodes can be asked for coin transfers. */
  async function lookForCoins(deadline: number): Promise<void> {
    if (!coinsAsked || coinsAsked.at < Date.now() - coinReaderLasts) {
      const asking = findCoinReader({ chain, head: newest, deadline }).then((found) => {
        coins = found
      })
      coinsAsked = { at: Date.now(), asking }
      asking.catch(() => {
        coinsAsked = undefined
      })
    }
    await coinsAsked.asking
  }

  /**
   * Reads the coin transfers of a range, or its upper part, and writes them down.
   *
   * @returns from which block on it did; undefined if the chain was reorganised meanwhile.
   */
  async function saveCoins(
    reader: CoinReader,
    account: string,
    range: Interval,
    deadline: number,
  ): Promise<number | undefined> {
    const epoch = head.epoch()
    const { transfers, from } = await reader.read({ account, range, deadline })
    const to = Math.min(range.to, newest - tipBlocks)
    const covered = to >= from ? { from, to } : undefined
    const entry = { chain: chain.id, account, range: { from, to: range.to }, covered, epoch, transfers }
    return (await store.saveCoins(entry)) ? from : undefined
  }

  /** Reads the coin transfers of a whole range. */
  async function saveAllCoins(
    reader: CoinReader,
    account: string,
    range: Interval,
    deadline: number,
  ): Promise<boolean> {
    for (let to = range.to; ; ) {
      const from = await saveCoins(reader, account, { from: range.from, to }, deadline)
      if (from === undefined) return false
      if (from <= range.from) return true
      to = from - 1
    }
  }

  /** Reads a range for a scope and writes it down, unless the chain was reorganised meanwhile. */
  async function save(scope: string, range: Interval, deadline: number): Promise<boolean> {
    const epoch = head.epoch()
    const keep = Math.min(range.to, newest - tipBlocks)
    const entry = {
      chain: chain.id,
      range,
      covered: keep >= range.from ? { from: range.from, to: keep } : undefined,
      epoch,
    }
    if (scope !== everyone) {
      const transfers = await readTransfers({ chain, account: scope, range, deadline })
      return store.saveTransfers({ ...entry, account: scope, transfers })
    }
    const transactions = await readBlocks({ chain, range, deadline })
    return store.saveTransactions({ ...entry, scope, transactions })
  }

  /** Coin transfers and calls of the newest blocks of a chain that is too large to be read block by block. */
  async function saveLive(account: string, range: Interval, deadline: number): Promise<boolean> {
    const epoch = head.epoch()
    try {
      const read = await readBlocks({ chain, range, deadline })
      const transactions = read.filter(({ sender, recipient }) => sender === account || recipient === account)
      const entry = { chain: chain.id, scope: account, range, covered: undefined }
      return await store.saveTransactions({ ...entry, transactions, epoch })
    } catch (error) {
      // An extra: token transfers are known without it.
      log.warn({ chain: chain.id, error }, 'newest blocks could not be read')
      return true
    }
  }

  /** Reads the newest blocks again, and new ones with them if they are few. */
  async function readTip(
    scope: string,
    tip: BlockId,
    read: (range: Interval) => Promise<boolean>,
    depth: number,
  ): Promise<void> {
    const epoch = head.epoch()
    if (tips.get(scope)?.head === tip.hash) return
    const covered = await store.intervals({ chain: chain.id, scope })
    const reached = nextCoveredBelow({ intervals: covered, block: tip.number + 1 })
    const shallow = Math.max(0, tip.number - depth + 1)
    const from = reached >= 0 && shallow - reached <= nearGap ? Math.min(shallow, reached + 1) : shallow
    const range = { from, to: tip.number }
    if (!(await read(range))) return
    tips.delete(scope)
    tips.set(scope, { head: tip.hash, epoch, read: range })
    // Those who were away the longest are read again when they come back.
    const oldest = tips.size > maxTips ? tips.keys().next().value : undefined
    if (oldest !== undefined) tips.delete(oldest)
  }

  async function look(deadline: number): Promise<BlockId> {
    const tip = await head.look({ deadline })
    newest = tip.number
    if (isSmall()) window = lastWindow
    return tip
  }

  const readTransferTip = (account: string, tip: BlockId, deadline: number): Promise<void> =>
    alone(account, () => readTip(account, tip, (range) => save(account, range, deadline), tipBlocks))

  async function update(account: string, deadline: number): Promise<BlockId> {
    onAsked(account)
    const tip = await look(deadline)
    await lookForCoins(deadline)
    const live = `${account} live`
    const reader = coins
    const scope = coinsOf(account)
    const readCoins = (range: Interval) => saveAllCoins(reader as CoinReader, account, range, deadline)
    await Promise.all([
      readTransferTip(account, tip, deadline),
      reader
        ? alone(scope, () => readTip(scope, tip, readCoins, tipBlocks))
        : isSmall()
          ? alone(everyone, () =>
              readTip(everyone, tip, (range) => save(everyone, range, deadline), tipBlocks),
            )
          : alone(live, () => readTip(live, tip, (range) => saveLive(account, range, deadline), liveBlocks)),
    ])
    return tip
  }

  async function coverage(scope: string): Promise<Interval[]> {
    const tip = tips.get(scope)
    return [
      ...(await store.intervals({ chain: chain.id, scope })),
      ...(tip?.epoch === head.epoch() ? [tip.read] : []),
    ]
  }

  /** Reads the gap that ends at `to`, or its upper part. */
  async function readWindow(scope: string, to: number, deadline: number): Promise<void> {
    const intervals = await coverage(scope)
    // Somebody else was faster.
    if (coveredDownTo({ intervals, top: to }) <= to) return
    const floor = nextCoveredBelow({ intervals, block: to }) + 1
    if (scope === everyone) {
      await save(scope, { from: Math.max(floor, to - blockWindow + 1), to }, deadline)
      return
    }
    if (coins && scope.endsWith(coinsOf(''))) {
      await readCoinWindow(coins, scope.slice(0, -coinsOf('').length), { from: floor, to }, deadline)
      return
    }
    try {
      await save(scope, { from: Math.max(floor, to - window + 1), to }, deadline)
      window = Math.min(lastWindow, window * 2)
    } catch (error) {
      if (window === 1 || !isRangeError(error)) throw error
      window = Math.max(1, window >> 1)
    }
  }

  function coinScopes(account: string): string[] {
    if (coins) return [coinsOf(account)]
    return isSmall() ? [everyone] : []
  }

  async function readCoinWindow(
    reader: CoinReader,
    account: string,
    gap: Interval,
    deadline: number,
  ): Promise<void> {
    const from = reader.isBounded ? Math.max(gap.from, gap.to - coinWindow + 1) : gap.from
    try {
      await saveCoins(reader, account, { from, to: gap.to }, deadline)
      coinWindow = Math.min(maxCoinWindow, coinWindow * 2)
    } catch (error) {
      if (!reader.isBounded || coinWindow === 1 || !isRangeError(error)) throw error
      coinWindow = readRangeLimit(error, Math.max(1, coinWindow >> 1))
      // Not after a timeout: that may have been the moment, and would never be unlearned.
      if (error instanceof RpcError) maxCoinWindow = coinWindow
    }
  }

  async function extend(query: Parameters<Indexer['extend']>[0]): Promise<number> {
    const { account, what, isEnough, until, deadline } = query
    const scopes = what === 'everything' ? [account, ...coinScopes(account)] : [account]
    for (let shaken = 0; ; ) {
      const top = Math.min(query.top, newest)
      const found = await Promise.all(
        scopes.map(async (scope) => ({
          scope,
          low: coveredDownTo({ intervals: await coverage(scope), top }),
        })),
      )
      const low = Math.max(...found.map((entry) => entry.low))
      if (low > top && top > newest - tipBlocks) {
        // The tip is read by `update` alone; a reorganisation has undone it since.
        if (++shaken > maxShaken) throw new BaseError(`${chain.id} changes faster than it can be read.`)
        if (what === 'everything') await update(account, deadline)
        else await readTransferTip(account, await look(deadline), deadline)
        continue
      }
      if (low === 0 || (await isEnough(low)) || Date.now() >= until) return low
      const behind = found.filter((entry) => entry.low === low)
      await Promise.all(behind.map(({ scope }) => alone(scope, () => readWindow(scope, low - 1, deadline))))
    }
  }

  async function readAllTransfers(account: string, deadline: number) {
    onAsked(account)
    const tip = await look(deadline)
    await readTransferTip(account, tip, deadline)
    const top = tip.number
    const until = Date.now() + transferPatience
    const reading = extend({ account, top, what: 'transfers', isEnough: async () => false, until, deadline })
    if (isSmall()) return { head: tip, backfilledTo: await reading }
    // What it finds is there the next time.
    reading.catch((error) => log.debug({ chain: chain.id, error }, 'reading on was not possible'))
    return { head: tip, backfilledTo: coveredDownTo({ intervals: await coverage(account), top }) }
  }

  return {
    readTransfers: ({ account, deadline }) => readAllTransfers(account, deadline),
    head: ({ deadline }) => look(deadline),
    async progress({ account }) {
      const scopes = [account, ...coinScopes(account)]
      const lows = await Promise.all(
        scopes.map(async (scope) => coveredDownTo({ intervals: await coverage(scope), top: newest })),
      )
      return { coins: coins?.source ?? (isSmall() ? 'blocks' : 'head'), backfilledTo: Math.max(...lows) }
    },
    update: ({ account, deadline }) => update(account, deadline),
    extend,
    isCanonical: async ({ number, hash }, { deadline }) => (await head.hashOf(number, { deadline })) === hash,
  }
}
