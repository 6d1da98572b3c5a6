import { ChainDisconnectedError, fallback, type HttpTransportConfig, http, type Transport } from 'viem'

/** How RPC endpoints are asked. These are the only values; viem's own defaults are never relied on. */
export const transportOptions = {
  /** Milliseconds. */
  timeout: 10_000,
  retryCount: 3,
  /** Milliseconds before the first retry; doubles each time. `Retry-After` goes before it. */
  retryDelay: 150,
  batch: { batchSize: 1000, wait: 0 },
  rank: { interval: 4000, sampleCount: 10, timeout: 1000, weights: { stability: 0.7, latency: 0.3 } },
} as const

/** Milliseconds after the last request for which endpoints are still pinged. */
const pingsFor = 30_000

/**
 * One endpoint, or several of which the best is asked first and the next where it fails. An endpoint that turns
 * out to serve another chain is passed over. Ranking pings only while requests are being made: an idle page is
 * silent.
 */
export function createTransport({ chainId, urls }: { chainId: number; urls: readonly string[] }): Transport {
  const { timeout, retryCount, retryDelay, batch, rank } = transportOptions
  // Of several endpoints the next is asked at once; it is the whole round that is tried again.
  const config = { timeout, retryCount: urls.length > 1 ? 0 : retryCount, retryDelay, batch }
  const [first, ...others] = urls.map((url) => onChain(chainId, url, config))
  if (!first) throw new Error(`No RPC url for eip155:${chainId}. Add one to \`rpcUrls\` of the network.`)
  if (others.length === 0) return first

  const activity = createActivity()
  const several = fallback([first, ...others], {
    retryCount,
    retryDelay,
    rank: {
      ...rank,
      ping: async ({ transport }) => {
        await activity.untilBusy()
        return transport.request({ method: 'eth_chainId' })
      },
    },
  })
  return (options) => {
    const transport = several(options)
    return {
      ...transport,
      request: (...parameters: Parameters<typeof transport.request>) => {
        activity.note()
        return transport.request(...parameters)
      },
    } as typeof transport
  }
}

/** `http` that makes sure of the chain id before anything else, once. */
function onChain(chainId: number, url: string, config: HttpTransportConfig): Transport {
  // Outside, as `fallback` makes a transport anew for each request.
  let checked: Promise<void> | undefined
  return (options) => {
    const transport = http(url, config)(options)
    const check = async () => {
      const id: unknown = await transport.request({ method: 'eth_chainId' })
      if (typeof id === 'string' && Number(id) === chainId) return
      // A code that is not retried, and that lets `fallback` go on to the next.
      throw new ChainDisconnectedError(new Error(`The endpoint ${url} does not serve chain ${chainId}.`))
    }
    return {
      ...transport,
      async request(...parameters: Parameters<typeof transport.request>) {
        checked ??= check()
        try {
          await checked
        } catch (error) {
          // Asked again next time: nodes come back.
          checked = undefined
          throw error
        }
        return transport.request(...parameters)
      },
    } as typeof transport
  }
}

function createActivity() {
  let last = 0
  let wake: (() => void) | undefined
  let busy: Promise<void> | undefined
  return {
    note() {
      last = Date.now()
      wake?.()
      wake = undefined
      busy = undefined
    },
    untilBusy(): Promise<void> {
      if (Date.now() - last < pingsFor) return Promise.resolve()
      busy ??= new Promise((resolve) => {
        wake = resolve
      })
      return busy
    },
  }
}
