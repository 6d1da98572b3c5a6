import type { Exchange } from './createExchange.ts'
import type { Heights } from './createHeights.ts'
import type { Upstream } from './createUpstream.ts'
import { readHeight } from './readHeight.ts'

/** Looks after nodes nobody asks; see `createProbes`. */
export type Probes = {
  /**
   * Says that the chain is in use.
   *
   * @returns what to wait for before the nodes are compared for the first time since long.
   */
  use(): Promise<unknown> | undefined
  close(): void
}

/** Makes a probe known to whoever reads a node's log. */
const probeId = 'probe'

const every = 4000
const inUse = 30_000
const firstWait = 250

/**
 * Asks idle nodes for their newest block, every 4 s and only while the chain is in use, so that there is something to
 * compare them by. A chain of one node has nothing to compare.
 */
export function createProbes({
  upstreams,
  exchange,
  heights,
  now,
}: {
  upstreams: readonly Upstream[]
  exchange: Exchange
  heights: Heights
  now: () => number
}): Probes {
  let timer: NodeJS.Timeout | undefined
  let usedAt = 0
  let first: Promise<unknown> | undefined

  async function probe(upstream: Upstream, counts: boolean): Promise<void> {
    if (upstream.coolUntil > now() || (upstream.height && now() - upstream.height.at < every)) return
    const request = { method: 'eth_blockNumber', params: '[]' }
    const answer = await exchange.ask(upstream, request, { deadline: now() + every, counts, id: probeId })
    const number = answer.kind === 'result' ? readHeight(answer.result) : undefined
    if (number !== undefined) heights.learn(upstream, number)
  }

  const round = (counts: boolean) => Promise.all(upstreams.map((upstream) => probe(upstream, counts)))

  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    use() {
      if (upstreams.length === 1) return undefined
      usedAt = now()
      if (timer) return first
      timer = setInterval(() => {
        if (now() - usedAt > inUse) stop()
        else void round(true)
      }, every)
      timer.unref()
      // Who is stale is known before the first answer; who is slow to say so is not waited for.
      const patience = new Promise((resolve) => setTimeout(resolve, firstWait).unref())
      first = Promise.race([round(false), patience]).finally(() => {
        first = undefined
      })
      return first
    },
    close: stop,
  }
}
