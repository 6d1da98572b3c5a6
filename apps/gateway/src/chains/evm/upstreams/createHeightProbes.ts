import type { Exchange } from '../../shared/upstreams/createExchange.ts'
import type { Upstream } from '../../shared/upstreams/Upstream.ts'
import type { Heights } from './createHeights.ts'
import { readHeight } from './readHeight.ts'

/** Background requests for the block height of idle upstreams. */
export type HeightProbes = {
  /**
   * Starts the probes, or keeps them running. Call with every client request.
   *
   * @returns a promise to wait for before comparing upstreams, if the first probes have just been sent.
   */
  start(): Promise<unknown> | undefined
  close(): void
}

/** The JSON-RPC id of probes, recognisable in the upstream's log. */
const probeId = 'probe'

const intervalMs = 4000
/** Probes stop this long after the last client request. */
const idleAfterMs = 30_000
const maxFirstWaitMs = 250

/**
 * Creates probes that ask idle upstreams for `eth_blockNumber` every 4 s while clients use the chain, so that their
 * heights can be compared. A single upstream is not probed.
 */
export function createHeightProbes({
  upstreams,
  exchange,
  heights,
  now,
}: {
  upstreams: readonly Upstream[]
  exchange: Exchange
  heights: Heights
  now: () => number
}): HeightProbes {
  let timer: NodeJS.Timeout | undefined
  let usedAt = 0
  let first: Promise<unknown> | undefined

  async function probe(upstream: Upstream, counts: boolean): Promise<void> {
    if (upstream.coolUntil > now() || (upstream.height && now() - upstream.height.at < intervalMs)) return
    const request = { method: 'eth_blockNumber', params: '[]' }
    const options = { deadline: now() + intervalMs, counts, id: probeId }
    const answer = await exchange.ask(upstream, request, options)
    const number = answer.kind === 'result' ? readHeight(answer.result) : undefined
    if (number !== undefined) heights.record(upstream, number)
  }

  const probeAll = (counts: boolean) => Promise.all(upstreams.map((upstream) => probe(upstream, counts)))

  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    start() {
      if (upstreams.length === 1) return undefined
      usedAt = now()
      if (timer) return first
      timer = setInterval(() => {
        if (now() - usedAt > idleAfterMs) stop()
        else void probeAll(true)
      }, intervalMs)
      timer.unref()
      // Stale upstreams are known before the first answer, but slow ones delay it by at most 250 ms.
      const timeout = new Promise((resolve) => setTimeout(resolve, maxFirstWaitMs).unref())
      first = Promise.race([probeAll(false), timeout]).finally(() => {
        first = undefined
      })
      return first
    },
    close: stop,
  }
}
