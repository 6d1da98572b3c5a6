import type { UpstreamSocket } from '../../chains/evm/upstreams/createUpstreamSocket.ts'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { Source, SourceListener } from './Source.ts'

const pollMs = 1000

/**
 * Watches the hashes of pending transactions, through an upstream socket or, without one, a filter that is polled. Each
 * node has its own mempool, so a change of upstream is not compensated.
 */
export function watchPending({
  chain,
  upstreamSocket,
  listener,
}: {
  chain: Chain
  upstreamSocket: UpstreamSocket
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
      // The filter expired, belongs to another upstream, or is not supported: the next poll creates a new one.
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

  const leave = upstreamSocket.subscribe(['newPendingTransactions'], {
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
