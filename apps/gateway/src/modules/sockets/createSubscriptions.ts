import { type CaipNetworkId, rpcErrorCodes } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Chain } from '../../chain/Chain.ts'
import type { Heads } from '../../heads/Heads.ts'
import { waitForHead } from '../../heads/waitForHead.ts'
import type { NodeFeed } from '../../upstreams/createNodeFeed.ts'
import { filterKey, readLogFilter } from './logFilter.ts'
import type { Source, SourceListener } from './Source.ts'
import { watchLogs } from './watchLogs.ts'
import { watchPending } from './watchPending.ts'

/** What `eth_subscribe` offers, shared: equal subscriptions of all clients have one source. */
export type Subscriptions = {
  /**
   * Starts a subscription, or says why not. What happens once the promise is settled is told of; what was before is not.
   *
   * @returns a function that ends it, or an error of JSON-RPC.
   */
  start(query: {
    chain: CaipNetworkId
    params: unknown
    listener: SourceListener
  }): Promise<(() => void) | { code: number; message: string }>
  /** How many sources there are. */
  size(): number
}

type Shared = { source: Source; listeners: Set<SourceListener> }
type Opener = { key: string; open: (listener: SourceListener) => Source }

/** Subscriptions over the heads and feeds of the chains. */
export function createSubscriptions({
  chains,
  heads,
  feeds,
  log,
}: {
  chains: ReadonlyMap<CaipNetworkId, Chain>
  heads: ReadonlyMap<CaipNetworkId, Heads>
  feeds: ReadonlyMap<CaipNetworkId, NodeFeed>
  log: Log
}): Subscriptions {
  const shared = new Map<string, Shared>()

  function find(id: CaipNetworkId, params: unknown): Opener | string {
    const [chain, head, feed] = [chains.get(id), heads.get(id), feeds.get(id)]
    if (!chain || !head || !feed) throw new Error(`no nodes for ${id}`)
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
        if (options === true) return 'Whole transactions are not offered, only their hashes.'
        return {
          key: `${id} newPendingTransactions`,
          open: (listener) => watchPending({ chain, feed, listener }),
        }
      default:
        return 'There are newHeads, logs and newPendingTransactions.'
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
        return { code: rpcErrorCodes.methodNotFound, message: 'This network has no subscriptions here.' }
      const opener = find(chain, params)
      if (typeof opener === 'string') return { code: rpcErrorCodes.invalidParams, message: opener }
      // Known before anything is promised: else the newest block of now would be taken for news.
      const leave = await waitForHead(heads.get(chain) as Heads)
      const stop = join(opener, listener)
      leave()
      return stop
    },
    size: () => shared.size,
  }
}
