import type { UpstreamSocket } from '../../chains/evm/upstreams/createUpstreamSocket.ts'
import type { Chain } from '../../chains/shared/Chain.ts'
import { isDevelopmentChain } from '../../chains/shared/isDevelopmentChain.ts'
import type { Publish } from './StreamMessage.ts'

export type PendingWatch = {
  /** Publishes a transaction (in the JSON-RPC format) for its accounts if it is pending. */
  publishPending(transaction: unknown): Promise<void>
  close(): void
}

type PendingTransaction = {
  hash: string
  from: string
  to?: string | null
  value?: string
  blockNumber?: string | null
}

/**
 * Publishes pending transactions of accounts. It subscribes to all pending transactions on development chains only: on
 * a public chain these are hundreds per second, for which providers charge.
 */
export function watchPendingTransfers({
  chain,
  upstreamSocket,
  follows,
  publish,
  onFailed,
}: {
  chain: Chain
  upstreamSocket: UpstreamSocket
  /** Whether a client subscribes to the topic. */
  follows: (topic: string) => boolean
  publish: Publish
  onFailed: (error: unknown) => void
}): PendingWatch {
  async function publishPending(transaction: unknown): Promise<void> {
    if (!isPending(transaction)) return
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

  if (!isDevelopmentChain(chain)) return { publishPending, close: () => undefined }
  const leave = upstreamSocket.subscribe(['newPendingTransactions', true], {
    onMessage: (transaction) => void publishPending(transaction).catch(onFailed),
    // Transactions that become pending without a socket are published once they are mined.
    onState: () => undefined,
  })
  return { publishPending, close: leave }
}

function isPending(value: unknown): value is PendingTransaction {
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
