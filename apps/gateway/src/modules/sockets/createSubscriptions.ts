import { type CaipNetworkId, rpcErrorCodes } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Heads } from '../../chains/evm/heads/Heads.ts'
import { waitForHead } from '../../chains/evm/heads/waitForHead.ts'
import type { UpstreamSocket } from '../../chains/evm/upstreams/createUpstreamSocket.ts'
import type { Chain } from '../../chains/shared/Chain.ts'
import { filterKey, readLogFilter } from './logFilter.ts'
import type { Source, SourceListener } from './Source.ts'
import { watchLogs } from './watchLogs.ts'
import { watchPending } from './watchPending.ts'

/** The subscriptions of `eth_subscribe`. Equal subscriptions of all clients share one source. */
export type Subscriptions = {
  /**
   * Starts a subscription. The listener receives events from the moment the promise settles, and none before.
   *
   * @returns a function that ends the subscription, or a JSON-RPC error.
   */
  start(query: {
    chain: CaipNetworkId
    params: unknown
    listener: SourceListener
  }): Promise<(() => void) | { code: number; message: string }>
  /** Returns the number of open sources. */
  size(): number
}

type Shared = { source: Source; listeners: Set<SourceListener> }
type Opener = { key: string; open: (listener: SourceListener) => Source }

/** Creates subscriptions from the heads and upstream sockets of the chains. */
export function createSubscriptions({
  chains,
  heads,
  upstreamSockets,
  log,
}: {
  chains: ReadonlyMap<CaipNetworkId, Chain>
  heads: ReadonlyMap<CaipNetworkId, Heads>
  upstreamSockets: ReadonlyMap<CaipNetworkId, UpstreamSocket>
  log: Log
}): Subscriptions {
  const shared = new Map<string, Shared>()

  function find(id: CaipNetworkId, params: unknown): Opener | string {
    const [chain, head, upstreamSocket] = [chains.get(id), heads.get(id), upstreamSockets.get(id)]
    if (!chain || !head || !upstreamSocket) throw new Error(`No upstreams for ${id}`)
    const [topic, options] = Array.isArray(params) ? params : []
    switch (topic) {
      case 'newHeads':
        return {
          key: `${id} newHeads`,
          open: ({ onResult }) => ({
            close: head.follow((event) => {
              if (event.kind === 'head') onResult(JSON.stringify(event.head.header))
            }),
          }),
        }
      case 'logs': {
        const filter = readLogFilter(options)
        if (typeof filter === 'string') return filter
        return {
          key: `${id} logs ${filterKey(filter)}`,
          open: (listener) => watchLogs({ chain, heads: head, filter, log, listener }),
        }
      }
      case 'newPendingTransactions':
        if (options === true) return 'Full transactions are not supported, only hashes.'
        return {
          key: `${id} newPendingTransactions`,
          open: (listener) => watchPending({ chain, upstreamSocket, listener }),
        }
      default:
        return 'Supported subscriptions: newHeads, logs, newPendingTransactions.'
    }
  }

  function join({ key, open }: Opener, listener: SourceListener): () => void {
    let entry = shared.get(key)
    if (!entry) {
      const listeners = new Set<SourceListener>()
      const source = open({
        onResult(text) {
          for (const each of [...listeners]) each.onResult(text)
        },
        onLost() {
          for (const each of [...listeners]) each.onLost()
        },
      })
      entry = { source, listeners }
      shared.set(key, entry)
    }
    const { listeners, source } = entry
    listeners.add(listener)
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return
      shared.delete(key)
      source.close()
    }
  }

  return {
    async start({ chain, params, listener }) {
      if (!chains.has(chain))
        return {
          code: rpcErrorCodes.methodNotFound,
          message: 'Subscriptions are not supported for this network.',
        }
      const opener = find(chain, params)
      if (typeof opener === 'string') return { code: rpcErrorCodes.invalidParams, message: opener }
      // Wait for the current head first: otherwise it would be delivered as a new block.
      const leave = await waitForHead(heads.get(chain) as Heads)
      const stop = join(opener, listener)
      leave()
      return stop
    },
    size: () => shared.size,
  }
}
