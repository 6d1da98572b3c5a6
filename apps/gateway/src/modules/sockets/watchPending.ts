import type { Chain } from '../../chain/Chain.ts'
import type { NodeFeed } from '../../upstreams/createNodeFeed.ts'
import type { Source, SourceListener } from './Source.ts'

const pollMs = 1000

/**
 * Hashes of transactions that wait, from the socket of a node; where there is none, from a filter at a node. What waits is
 * each node's own business: nothing is made up for when the node changes.
 */
export function watchPending({
  chain,
  feed,
  listener,
}: {
  chain: Chain
  feed: NodeFeed
  listener: SourceListener
}): Source {
  let isLive = false
  let timer: NodeJS.Timeout | undefined
  let filter: unknown
  let closed = false

  async function poll(): Promise<void> {
    try {
      filter ??= await chain.request({ method: 'eth_newPendingTransactionFilter', params: [] })
      const hashes = await chain.request({ method: 'eth_getFilterChanges', params: [filter] })
      if (Array.isArray(hashes) && !closed && !isLive)
        for (const hash of hashes) listener.onResult(JSON.stringify(hash))
    } catch {
      // Forgotten by the node, made at another one, or not offered: the next turn makes a new one.
      filter = undefined
    }
    schedule()
  }

  function schedule(): void {
    clearTimeout(timer)
    if (closed || isLive) return
    timer = setTimeout(() => void poll(), pollMs)
    timer.unref()
  }

  const leave = feed.subscribe(['newPendingTransactions'], {
    onMessage(result) {
      if (typeof result === 'string') listener.onResult(JSON.stringify(result))
    },
    onState(live) {
      isLive = live
      filter = undefined
      schedule()
    },
  })
  schedule()
  return {
    close() {
      closed = true
      clearTimeout(timer)
      leave()
    },
  }
}
