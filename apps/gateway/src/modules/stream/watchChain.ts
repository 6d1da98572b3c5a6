import { setTimeout as sleep } from 'node:timers/promises'
import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Head, HeadEvent, Heads } from '../../chains/evm/heads/Heads.ts'
import type { UpstreamSocket } from '../../chains/evm/upstreams/createUpstreamSocket.ts'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { PriceService } from '../prices/service.ts'
import type { TokenService } from '../tokens/service.ts'
import type { ChainWatch } from './ChainWatch.ts'
import { createPriceWatch } from './createPriceWatch.ts'
import { type AccountTransaction, readChanges, type Touched } from './readChanges.ts'
import type { ChainTopic } from './readTopics.ts'
import type { Publish } from './StreamMessage.ts'
import { watchPendingTransfers } from './watchPendingTransfers.ts'
import { watchTransactions } from './watchTransactions.ts'

type PublishedBlock = {
  hash: string
  transactions: AccountTransaction[]
  touched: Touched[]
  isFinal: boolean
}

const timeoutMs = 5000
const retryDelaysMs = [100, 200, 400, 800, 1600]
const rememberedBlocks = 256
/** Confirmations that count as final if the chain has no `finalized` tag. */
const finalDepth = 64
const finalIntervalMs = 5000
const staleAfterMs = 60_000

/**
 * Watches one chain and publishes the events of its topics. Each block is read once for all accounts, however many
 * clients subscribe to them.
 */
export function watchChain({
  chain,
  heads,
  upstreamSocket,
  tokens,
  prices,
  publish,
  onLost,
  log,
  now = Date.now,
}: {
  chain: Chain
  heads: Heads
  upstreamSocket: UpstreamSocket
  tokens: TokenService
  prices: PriceService
  publish: Publish
  /** Called when events may have been missed. */
  onLost: (chain: CaipNetworkId) => void
  log: Log
  now?: () => number
}): ChainWatch {
  const topics = new Map<string, ChainTopic>()
  const pending = watchPendingTransfers({
    chain,
    upstreamSocket,
    follows: (topic) => topics.has(topic),
    publish,
    onFailed: (error) => log.warn({ chain: chain.id, error }, 'a message could not be published on the bus'),
  })
  const transactions = watchTransactions({ chain, publish, onPending: pending.publishPending })
  const priceWatch = createPriceWatch({ chain, prices, publish, now })
  const publishedBlocks = new Map<number, PublishedBlock>()
  const steps: HeadEvent[] = []
  let again: Touched[] = []
  let lastReorg = ''
  /** The last block read. */
  let last = heads.current()
  let isProcessing = false
  let closed = false
  let finalReadAt = 0

  const chainTopic = `chain:${chain.id}`
  const topicName = (kind: 'balances' | 'activity', account: string) => `${kind}:${chain.id}:${account}`
  const deadline = () => Date.now() + timeoutMs
  const accounts = () =>
    new Set([...topics.values()].flatMap((topic) => ('account' in topic ? topic.account : [])))
  const toBlock = ({ number, hash }: Head) => ({ number, hash })

  async function publishHealth(status: 'ok' | 'stale', head: Head | undefined): Promise<void> {
    if (!topics.has(chainTopic)) return
    await publish({
      event: 'chain.health',
      data: { topic: chainTopic, status, ...(head ? { block: toBlock(head) } : {}) },
      key: `${chainTopic}|${status}|${head?.hash}`,
    })
  }

  async function publishTransaction(
    event: 'transfer.confirmed' | 'transfer.reverted' | 'transfer.finalized',
    { account, hash, transfers }: AccountTransaction,
    block: { number: number; hash: string },
  ): Promise<void> {
    const topic = topicName('activity', account)
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
    publishedBlocks.set(head.number, { ...read, hash: head.hash, isFinal: false })
    for (const number of publishedBlocks.keys())
      if (number <= head.number - rememberedBlocks) publishedBlocks.delete(number)
    for (const { account, ...holding } of read.holdings) {
      const topic = topicName('balances', account)
      if (!topics.has(topic)) continue
      await publish({
        event: 'balance.changed',
        data: { topic, ...holding, block },
        key: `${topic}|${holding.asset}|${head.hash}|${reorged}`,
      })
    }
    for (const transaction of read.transactions)
      await publishTransaction(
        transaction.failed ? 'transfer.reverted' : 'transfer.confirmed',
        transaction,
        block,
      )
  }

  const isReplaced = (head: Head) => steps.some((step) => step.kind === 'reorg' && step.from <= head.number)

  async function processHead(head: Head): Promise<void> {
    if (last && head.number > last.number + 1) {
      // The chain has advanced while no upstream responded: the events of the skipped blocks are lost.
      onLost(chain.id)
    }
    for (const delayMs of [...retryDelaysMs, undefined]) {
      try {
        // First: somebody is waiting for these, and reading a block takes longer.
        await transactions.refresh(head.number, deadline())
        if (accounts().size > 0) await readBlock(head)
        break
      } catch (error) {
        // The upstream may not have the block yet, or no longer.
        if (closed || isReplaced(head)) return
        if (delayMs !== undefined) {
          await sleep(delayMs)
          continue
        }
        log.warn({ chain: chain.id, error }, 'a block could not be read for the stream')
        onLost(chain.id)
      }
    }
    last = head
    await settle(head)
    await priceWatch.refresh(deadline())
  }

  async function processReorg(from: number): Promise<void> {
    const replaced = [...publishedBlocks].filter(([number]) => number >= from)
    const removed = new Map<string, Set<string>>()
    for (const [number, { transactions, touched }] of replaced) {
      publishedBlocks.delete(number)
      again.push(...touched)
      for (const { account, hash } of transactions)
        for (const topic of [topicName('activity', account), topicName('balances', account)])
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
    // Only the number of `last` matters now: it makes the next block count as its successor, not as a gap.
    if (last && last.number >= from) last = { ...last, number: from - 1 }
  }

  /** Publishes which transactions have become final. */
  async function settle(head: Head): Promise<void> {
    const open = [...publishedBlocks].filter(
      ([, { isFinal, transactions }]) => !isFinal && transactions.length > 0,
    )
    if ((open.length === 0 && !transactions.isOpen()) || now() - finalReadAt < finalIntervalMs) return
    finalReadAt = now()
    const finalized = await chain
      .request({ method: 'eth_getBlockByNumber', params: ['finalized', false] }, { deadline: deadline() })
      .then((block) => Number((block as { number?: string } | null)?.number ?? head.number - finalDepth))
      // Not every node supports the `finalized` tag.
      .catch(() => head.number - finalDepth)
    await transactions.settle(finalized)
    for (const [number, entry] of open) {
      if (number > finalized) continue
      entry.isFinal = true
      for (const transaction of entry.transactions)
        if (!transaction.failed)
          await publishTransaction('transfer.finalized', transaction, { number, hash: entry.hash })
    }
  }

  async function processSteps(): Promise<void> {
    if (isProcessing) return
    isProcessing = true
    try {
      for (let step = steps.shift(); step && !closed; step = steps.shift())
        await (step.kind === 'head' ? processHead(step.head) : processReorg(step.from))
    } catch (error) {
      log.error({ chain: chain.id, error }, 'a block could not be published on the stream')
      if (!closed) onLost(chain.id)
    } finally {
      isProcessing = false
    }
  }

  let stale: NodeJS.Timeout | undefined
  function watchStaleness(): void {
    clearTimeout(stale)
    stale = setTimeout(() => {
      // A chain may produce no blocks for lack of transactions. It is stale only if no upstream responds.
      if (!heads.current()) publishHealth('stale', undefined).catch(() => undefined)
      watchStaleness()
    }, staleAfterMs)
    stale.unref()
  }

  const leave = heads.follow((event) => {
    steps.push(event)
    if (event.kind === 'head') {
      watchStaleness()
      publishHealth('ok', event.head).catch((error) =>
        log.warn({ error }, 'a message could not be published on the bus'),
      )
    }
    void processSteps()
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
    async snapshot({ name: topic, ...rest }) {
      const head = heads.current() ?? last
      switch (rest.kind) {
        case 'tx':
          return { topic, ...(await transactions.stateOf(rest.hash, deadline())) }
        case 'price':
          return { topic, price: await priceWatch.priceOf(rest.asset, deadline()) }
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
