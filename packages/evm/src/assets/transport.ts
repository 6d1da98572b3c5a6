import type { CustomRpcUrl } from '@portico/core'
import { requestTimeoutMs, retryRules, rpcBatch } from '@portico/protocol'
import { ChainDisconnectedError, fallback, type HttpTransportConfig, http, type Transport } from 'viem'

/** The options of RPC requests. All are set explicitly; viem's defaults are not used. */
export const transportOptions = {
  /** Milliseconds. */
  timeout: requestTimeoutMs,
  retryCount: retryRules.count,
  retryDelay: retryRules.delayMs,
  batch: rpcBatch,
  rank: { interval: 4000, sampleCount: 10, timeout: 1000, weights: { stability: 0.7, latency: 0.3 } },
} as const

/** How long endpoints are still pinged after the last request, in milliseconds. */
const pingDurationMs = 30_000

/**
 * Creates the transport for one or several endpoints: the application's own first, then those that the network does not list (the
 * gateway), then the network's. A later group is asked, and pinged, only when all endpoints of those before it have failed: a public
 * node must not learn of an account because it is faster than the application's own. Of several in a group, the best-ranked is used,
 * and the next one if it fails. An endpoint that serves another chain is skipped. Pings for the ranking are sent only while requests
 * are being made, so that an idle page causes no traffic. What the application configures for a URL has precedence over
 * {@link transportOptions}.
 */
export function createTransport({
  chainId,
  urls,
  customUrls = [],
  networkUrls = [],
}: {
  chainId: number
  urls: readonly string[]
  customUrls?: readonly CustomRpcUrl[] | undefined
  /** The URLs that the network lists. */
  networkUrls?: readonly string[] | undefined
}): Transport {
  const { timeout, retryCount, retryDelay, batch } = transportOptions
  // With several endpoints, a failure moves on to the next one immediately; `fallback` retries the whole round.
  const config = { timeout, retryCount: urls.length > 1 ? 0 : retryCount, retryDelay, batch }
  const configOf = (url: string) => customUrls.find((custom) => custom.url === url)?.config
  const groupOf = (url: string) => {
    if (customUrls.some((custom) => custom.url === url)) return 0
    return networkUrls.includes(url) ? 2 : 1
  }
  const groups = [0, 1, 2]
    .map((group) => [...new Set(urls)].filter((url) => groupOf(url) === group))
    .filter((group) => group.length > 0)
  const rounds = groups.length > 1 ? 0 : retryCount
  const [first, ...others] = groups.map((group) =>
    createGroup(
      group.map((url) =>
        // The application's settings have the types of viem's, but may be written as undefined.
        withChainCheck(chainId, url, { ...config, ...configOf(url) } as HttpTransportConfig),
      ),
      rounds,
    ),
  )
  if (!first) throw new Error(`No RPC URL for eip155:${chainId}. Add one to \`rpcUrls\` of the network.`)
  if (others.length === 0) return first
  return fallback([first, ...others].map(createOnce), { retryCount, retryDelay })
}

/** Creates the transport of endpoints without precedence: of several, the best-ranked. */
function createGroup(transports: readonly Transport[], retryCount: number): Transport {
  const [first, ...others] = transports
  if (first && others.length === 0) return first

  const { retryDelay, rank } = transportOptions
  const activity = createActivityMonitor()
  const ranked = fallback(transports, {
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
    const transport = ranked(options)
    return {
      ...transport,
      request: (...parameters: Parameters<typeof transport.request>) => {
        activity.record()
        return transport.request(...parameters)
      },
    } as typeof transport
  }
}

/** Creates a transport once: `fallback` does for every request, and each time a ranking would start. */
function createOnce(create: Transport): Transport {
  let transport: ReturnType<Transport> | undefined
  return (options) => {
    transport ??= create(options)
    return transport
  }
}

/** Creates an HTTP transport that checks the chain ID of the endpoint once, before the first request. */
function withChainCheck(chainId: number, url: string, config: HttpTransportConfig): Transport {
  // Outside of the returned function, which `fallback` calls for every request.
  let checked: Promise<void> | undefined
  return (options) => {
    const transport = http(url, config)(options)
    const check = async () => {
      const id: unknown = await transport.request({ method: 'eth_chainId' })
      if (typeof id === 'string' && Number(id) === chainId) return
      // This error is not retried, and makes `fallback` use the next endpoint.
      throw new ChainDisconnectedError(new Error(`The endpoint ${url} does not serve chain ${chainId}.`))
    }
    return {
      ...transport,
      async request(...parameters: Parameters<typeof transport.request>) {
        checked ??= check()
        try {
          await checked
        } catch (error) {
          // Check again next time; the endpoint may recover.
          checked = undefined
          throw error
        }
        return transport.request(...parameters)
      },
    } as typeof transport
  }
}

/** Tracks requests, so that pings can wait until there are some. */
function createActivityMonitor() {
  let last = 0
  let wake: (() => void) | undefined
  let busy: Promise<void> | undefined
  return {
    record() {
      last = Date.now()
      wake?.()
      wake = undefined
      busy = undefined
    },
    untilBusy(): Promise<void> {
      if (Date.now() - last < pingDurationMs) return Promise.resolve()
      busy ??= new Promise((resolve) => {
        wake = resolve
      })
      return busy
    },
  }
}
