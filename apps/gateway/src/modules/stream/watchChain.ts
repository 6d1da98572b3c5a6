import { setTimeout as sleep } from 'node:timers/promises'
import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Chain } from '../../chain/Chain.ts'
import type { Head, HeadEvent, Heads } from '../../heads/Heads.ts'
import type { NodeFeed } from '../../upstreams/createNodeFeed.ts'
import type { PriceService } from '../prices/service.ts'
import type { TokenService } from '../tokens/service.ts'
import type { ChainWatch } from './ChainWatch.ts'
import { createPriceWatch } from './createPriceWatch.ts'
import { type AccountTransaction, readChanges, type Touched } from './readChanges.ts'
import type { Topic } from './readTopics.ts'
import type { Publish } from './StreamMessage.ts'
import { watchPendingTransfers } from './watchPendingTransfers.ts'
import { watchTransactions } from './watchTransactions.ts'

type Told = {
  hash: string
  transactions: AccountTransaction[]
  touched: Touched[]
  isFinal: boolean
}

const patience = 5000
const pauses = [100, 200, 400, 800, 1600]
const remembered = 256
/** Where a chain does not say which block is final. */
const finalDepth = 64
const finalEvery = 5000
const staleAfter = 60_000

/**
 * Finds out what happens on one chain to whatever is followed there: a block is read once for all accounts, whoever and
 * however many follow them.
 */
export function watchChain({
  chain,
  heads,
  feed,
  tokens,
  prices,
  publish,
  onLost,
  log,
  now = Date.now,
}: {
  chain: Chain
  heads: Heads
  feed: NodeFeed
  tokens: TokenService
  prices: PriceService
  publish: Publish
  /** Something happened that could not be read. */
  onLost: (chain: CaipNetworkId) => void
  log: Log
  now?: () => number
}): ChainWatch {
  const topics = new Map<string, Topic>()
  const pending = watchPendingTransfers({
    chain,
    feed,
    follows: (topic) => topics.has(topic),
    publish,
    onFailed: (error) => log.warn({ chain: chain.id, error }, 'the bus took no message'),
  })
  const transactions = watchTransactions({ chain, publish, onPending: pending.tell })
  const priceWatch = createPriceWatch({ chain, prices, publish, now })
  const told = new Map<number, Told>()
  const steps: HeadEvent[] = []
  let again: Touched[] = []
  let lastReorg = ''
  /** The last block that was read. */
  let last = heads.current()
  let isWorking = false
  let closed = false
  let askedFinal = 0

  const chainTopic = `chain:${chain.id}`
  const named = (kind: 'balances' | 'activity', account: string) => `${kind}:${chain.id}:${account}`
  const deadline = () => Date.now() + patience
  const accounts = () =>
    new Set([...topics.values()].flatMap((topic) => ('account' in topic ? topic.account : [])))
  const toBlock = ({ number, hash }: Head) => ({ number, hash })

  async function tellHealth(status: 'ok' | 'stale', head: Head | undefined): Promise<void> {
    if (!topics.has(chainTopic)) return
    await publish({
      event: 'chain.health',
      data: { topic: chainTopic, status, ...(head ? { block: toBlock(head) } : {}) },
      key: `${chainTopic}|${status}|${head?.hash}`,
    })
  }

  async function tellTransaction(
    event: 'transfer.confirmed' | 'transfer.reverted' | 'transfer.finalized',
    { account, hash, transfers }: AccountTransaction,
    block: { number: number; hash: string },
  ): Promise<void> {
    const topic = named('activity', account)
    if (!topics.has(topic)) return
    await publish({
      event,
      data: { topic, hash, block, transfers },
      key: `${topic}|${event}|${hash}|${block.hash}`,
    })
  }

  async function readBlock(head: Head): Promise<void> {
    const block = toBlock(head)
    const read = await readChanges({
      chain,
      block,
      accounts: accounts(),
      again,
      tokens,
      deadline: deadline(),
    })
    const reorged = again.length > 0 ? lastReorg : ''
    again = []
    told.set(head.number, { ...read, hash: head.hash, isFinal: false })
    for (const number of told.keys()) if (number <= head.number - remembered) told.delete(number)
    for (const { account, ...holding } of read.holdings) {
      const topic = named('balances', account)
      if (!topics.has(topic)) continue
      await publish({
        event: 'balance.changed',
        data: { topic, ...holding, block },
        key: `${topic}|${holding.asset}|${head.hash}|${reorged}`,
      })
    }
    for (const transaction of read.transactions)
      await tellTransaction(
        transaction.failed ? 'transfer.reverted' : 'transfer.confirmed',
        transaction,
        block,
      )
  }

  const isReplaced = (head: Head) => steps.some((step) => step.kind === 'reorg' && step.from <= head.number)

  async function takeHead(head: Head): Promise<void> {
    if (last && head.number > last.number + 1) {
      // The chain got far ahead while no node answered: nobody has told of the blocks between.
      onLost(chain.id)
    }
    for (const pause of [...pauses, undefined]) {
      try {
        if (accounts().size > 0) await readBlock(head)
        await transactions.look(head.number, deadline())
        break
      } catch (error) {
        // The node that answers may not have the block yet, or not have it any more.
        if (closed || isReplaced(head)) return
        if (pause !== undefined) {
          await sleep(pause)
          continue
        }
        log.warn({ chain: chain.id, error }, 'a block could not be read for the stream')
        onLost(chain.id)
      }
    }
    last = head
    await settle(head)
    await priceWatch.look(deadline())
  }

  async function takeReorg(from: number): Promise<void> {
    const gone = [...told].filter(([number]) => number >= from)
    const removed = new Map<string, Set<string>>()
    for (const [number, { transactions, touched }] of gone) {
      told.delete(number)
      again.push(...touched)
      for (const { account, hash } of transactions)
        for (const topic of [named('activity', account), named('balances', account)])
          removed.set(topic, (removed.get(topic) ?? new Set()).add(hash))
    }
    transactions.forget(from)
    lastReorg = `${from} ${last?.hash}`
    for (const { name, kind } of topics.values()) {
      if (kind !== 'chain' && !removed.has(name)) continue
      await publish({
        event: 'reorg',
        data: { topic: name, fromBlock: from, removed: [...(removed.get(name) ?? [])] },
        key: `${name}|reorg|${lastReorg}`,
      })
    }
    // Only its number counts from now on: what comes next is not a gap.
    if (last && last.number >= from) last = { ...last, number: from - 1 }
  }

  /** Says which transactions stay. */
  async function settle(head: Head): Promise<void> {
    const open = [...told].filter(([, { isFinal, transactions }]) => !isFinal && transactions.length > 0)
    if ((open.length === 0 && !transactions.isOpen()) || now() - askedFinal < finalEvery) return
    askedFinal = now()
    const finalized = await chain
      .request({ method: 'eth_getBlockByNumber', params: ['finalized', false] }, { deadline: deadline() })
      .then((block) => Number((block as { number?: string } | null)?.number ?? head.number - finalDepth))
      // Not every node knows the tag.
      .catch(() => head.number - finalDepth)
    await transactions.settle(finalized)
    for (const [number, entry] of open) {
      if (number > finalized) continue
      entry.isFinal = true
      for (const transaction of entry.transactions)
        if (!transaction.failed)
          await tellTransaction('transfer.finalized', transaction, { number, hash: entry.hash })
    }
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    try {
      for (let step = steps.shift(); step && !closed; step = steps.shift())
        await (step.kind === 'head' ? takeHead(step.head) : takeReorg(step.from))
    } catch (error) {
      log.error({ chain: chain.id, error }, 'the stream could not be told of a block')
      if (!closed) onLost(chain.id)
    } finally {
      isWorking = false
    }
  }

  let stale: NodeJS.Timeout | undefined
  function watchStaleness(): void {
    clearTimeout(stale)
    stale = setTimeout(() => {
      // A chain without transactions may make no blocks; only one whose node does not answer is stale.
      if (!heads.current()) tellHealth('stale', undefined).catch(() => undefined)
      watchStaleness()
    }, staleAfter)
    stale.unref()
  }

  const leave = heads.follow((event) => {
    steps.push(event)
    if (event.kind === 'head') {
      watchStaleness()
      tellHealth('ok', event.head).catch((error) => log.warn({ error }, 'the bus took no message'))
    }
    void work()
  })
  watchStaleness()

  return {
    add(topic) {
      topics.set(topic.name, topic)
      if (topic.kind === 'tx') transactions.add(topic.hash)
      if (topic.kind === 'price') priceWatch.add(topic.asset)
    },
    remove(topic) {
      topics.delete(topic.name)
      if (topic.kind === 'tx') transactions.remove(topic.hash)
      if (topic.kind === 'price') priceWatch.remove(topic.asset)
    },
    async snapshot({ name: topic, ...about }) {
      const head = heads.current() ?? last
      switch (about.kind) {
        case 'tx':
          return { topic, ...(await transactions.stateOf(about.hash, deadline())) }
        case 'price':
          return { topic, price: await priceWatch.priceOf(about.asset, deadline()) }
        default:
          return { topic, ...(head ? { block: toBlock(head) } : {}) }
      }
    },
    close() {
      closed = true
      pending.close()
      clearTimeout(stale)
      leave()
    },
  }
}
