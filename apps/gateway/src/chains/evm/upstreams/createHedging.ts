import type { Answer } from '../../shared/upstreams/Answer.ts'
import { createBudget } from '../../shared/upstreams/createBudget.ts'
import type { Scores } from '../../shared/upstreams/createScores.ts'
import type { Upstream } from '../../shared/upstreams/Upstream.ts'
import type { UpstreamRequest } from '../../shared/upstreams/UpstreamPool.ts'

type Ask = (upstream: Upstream, signal?: AbortSignal) => Promise<Answer>

const minDelayMs = 100
/** The delay while the upstream's latency is unknown. */
const defaultDelayMs = 500
const share = 0.05
const burst = 5

/**
 * Creates hedged requests: if the first upstream takes longer than its 90th percentile, the request also goes to the
 * second, and the slower of the two is cancelled. At most 5 % of the traffic is hedged. For reads only.
 */
export function createHedging({
  scores,
  onHedge,
}: {
  scores: Scores
  onHedge: (winner: 'first' | 'second') => void
}) {
  const budget = createBudget({ share, burst })

  return async (
    { method }: UpstreamRequest,
    first: Upstream,
    second: Upstream | undefined,
    ask: Ask,
  ): Promise<Answer & { upstream?: Upstream }> => {
    budget.earn()
    if (!second) return ask(first)
    const cancelFirst = new AbortController()
    const firstRequest = ask(first, cancelFirst.signal)
    const delayMs = Math.max(minDelayMs, scores.p90(first, method) ?? defaultDelayMs)
    if (!(await isPendingAfter(firstRequest, delayMs))) return firstRequest
    // An excluded upstream is unlikely to be faster.
    if (scores.isExcluded(second, method) || !budget.take()) return firstRequest
    const cancelSecond = new AbortController()
    const secondRequest = ask(second, cancelSecond.signal)
    const winner = await Promise.race([
      firstRequest.then((answer) => ({ answer, is: 'first' as const })),
      secondRequest.then((answer) => ({ answer, is: 'second' as const })),
    ])
    const [slower, cancelSlower] =
      winner.is === 'first' ? [secondRequest, cancelSecond] : [firstRequest, cancelFirst]
    // A failure does not win: wait for the other answer.
    if (winner.answer.kind === 'failure') {
      const answer = await slower
      onHedge(winner.is === 'first' ? 'second' : 'first')
      return { ...answer, upstream: winner.is === 'first' ? second : first }
    }
    cancelSlower.abort()
    onHedge(winner.is)
    return { ...winner.answer, upstream: winner.is === 'first' ? first : second }
  }
}

/** Whether a request is still pending after `ms` milliseconds. */
function isPendingAfter(request: Promise<Answer>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), ms)
    const settled = () => {
      clearTimeout(timer)
      resolve(false)
    }
    request.then(settled, settled)
  })
}
