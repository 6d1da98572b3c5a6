import { createBudget } from './createBudget.ts'
import type { Scores } from './createScores.ts'
import type { Upstream } from './createUpstream.ts'
import type { UpstreamRequest } from './createUpstreams.ts'
import type { Answer } from './readAnswer.ts'

type Ask = (upstream: Upstream, signal?: AbortSignal) => Promise<Answer>

const least = 100
/** Before anything is known of how long a node takes. */
const unknown = 500
const share = 0.05
const burst = 5

/**
 * Asks a second node when the first takes longer than its slower answers do, for at most 5 % of the traffic; the one that
 * is late is cancelled. For reads alone.
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
    const one = ask(first, cancelFirst.signal)
    if (!(await isLate(one, Math.max(least, scores.p90(first, method) ?? unknown)))) return one
    // A second question to a node that is not well, or to one that is no better, helps nobody.
    if (scores.isExcluded(second, method) || !budget.take()) return one
    const cancelSecond = new AbortController()
    const other = ask(second, cancelSecond.signal)
    const winner = await Promise.race([
      one.then((answer) => ({ answer, is: 'first' as const })),
      other.then((answer) => ({ answer, is: 'second' as const })),
    ])
    const [late, cancelLate] = winner.is === 'first' ? [other, cancelSecond] : [one, cancelFirst]
    // Who fails first has not won.
    if (winner.answer.kind === 'failure') {
      const answer = await late
      onHedge(winner.is === 'first' ? 'second' : 'first')
      return { ...answer, upstream: winner.is === 'first' ? second : first }
    }
    cancelLate.abort()
    onHedge(winner.is)
    return { ...winner.answer, upstream: winner.is === 'first' ? first : second }
  }
}

/** Whether nothing has come in that time. */
function isLate(answer: Promise<Answer>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), ms)
    const settled = () => {
      clearTimeout(timer)
      resolve(false)
    }
    answer.then(settled, settled)
  })
}
