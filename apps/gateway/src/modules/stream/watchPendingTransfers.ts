import type { Chain } from '../../chain/Chain.ts'
import { isDevelopmentChain } from '../../chain/isDevelopmentChain.ts'
import type { NodeFeed } from '../../upstreams/createNodeFeed.ts'
import type { Publish } from './StreamMessage.ts'

export type PendingWatch = {
  /** Tells the accounts of a transaction, as nodes write it, if it waits. */
  tell(transaction: unknown): Promise<void>
  close(): void
}

type Waiting = { hash: string; from: string; to?: string | null; value?: string; blockNumber?: string | null }

/**
 * Tells accounts of their transactions that wait to be mined. Everything that waits is heard of on local chains alone: of
 * a public one that is hundreds of transactions a second, for which providers charge.
 */
export function watchPendingTransfers({
  chain,
  feed,
  follows,
  publish,
  onFailed,
}: {
  chain: Chain
  feed: NodeFeed
  /** Whether somebody follows a topic. */
  follows: (topic: string) => boolean
  publish: Publish
  onFailed: (error: unknown) => void
}): PendingWatch {
  async function tell(transaction: unknown): Promise<void> {
    if (!isWaiting(transaction)) return
    const [hash, from, to] = [
      transaction.hash.toLowerCase(),
      transaction.from.toLowerCase(),
      transaction.to?.toLowerCase(),
    ]
    const amount = BigInt(transaction.value ?? '0x0').toString()
    for (const account of new Set([from, to])) {
      const topic = `activity:${chain.id}:${account}`
      if (!follows(topic)) continue
      const transfers =
        to === undefined || amount === '0' ? [] : [{ asset: `${chain.id}/slip44:60`, from, to, amount }]
      await publish({
        event: 'transfer.pending',
        data: { topic, hash, transfers },
        key: `${topic}|transfer.pending|${hash}`,
      })
    }
  }

  if (!isDevelopmentChain(chain)) return { tell, close: () => undefined }
  const leave = feed.subscribe(['newPendingTransactions', true], {
    onMessage: (transaction) => void tell(transaction).catch(onFailed),
    // What waits while there is no socket is told of once it is mined.
    onState: () => undefined,
  })
  return { tell, close: leave }
}

function isWaiting(value: unknown): value is Waiting {
  if (typeof value !== 'object' || value === null) return false
  const { hash, from, to, value: amount, blockNumber } = value as Record<string, unknown>
  return (
    typeof hash === 'string' &&
    typeof from === 'string' &&
    (to === undefined || to === null || typeof to === 'string') &&
    (amount === undefined || (typeof amount === 'string' && /^0x[0-9a-f]+$/i.test(amount))) &&
    (blockNumber === undefined || blockNumber === null)
  )
}
