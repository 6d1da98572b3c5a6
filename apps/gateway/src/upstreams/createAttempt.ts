import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CaipNetworkId } from '@portico/protocol'
import { createBudget } from './createBudget.ts'
import type { Scores } from './createScores.ts'
import type { Upstream } from './createUpstream.ts'
import type { UpstreamAnswer, UpstreamRequest } from './createUpstreams.ts'
import type { Answer, FailureReason } from './readAnswer.ts'
import { UpstreamsFailedError } from './UpstreamsFailedError.ts'

/** Asks nodes until an answer is worth passing on. */
export type Attempt = (call: {
  request: UpstreamRequest
  deadline: number
  /** In this order; the best first if left out. */
  nodes?: readonly Upstream[] | undefined
  /** Asks a node; `rest` is that node and those that come after it. */
  ask: (upstream: Upstream, rest: readonly Upstream[]) => Promise<Answer & { upstream?: Upstream }>
  /** Whether one call of `ask` speaks for all nodes. */
  once?: boolean
}) => Promise<UpstreamAnswer>

const maxTries = 5
const rounds = 4
const firstPause = 150
const retryShare = 0.2
const retryBurst = 50

/**
 * The next node at once, all of them again after 150 ms · 2ⁿ and a bit, at most 5 tries and 3 pauses. Retries are at most
 * a fifth of the traffic, but for those that go to a node that is well: what is broken must not be asked even more.
 */
export function createAttempt({
  chain,
  scores,
  now,
}: {
  chain: CaipNetworkId
  scores: Scores
  now: () => number
}): Attempt {
  const budget = createBudget({ share: retryShare, burst: retryBurst })

  return async ({ request: { method }, deadline, nodes, ask, once = false }) => {
    budget.earn()
    const reasons = new Set<FailureReason>()
    const asked = new Set<Upstream>()
    const refused = new Set<Upstream>()
    let lastError: UpstreamAnswer | undefined
    let nothing: UpstreamAnswer | undefined
    let tries = 0
    let retryAfterMs: number | undefined

    const order = () => nodes ?? scores.order(method)
    for (let round = 0; round < rounds && tries < maxTries; round++) {
      if (round > 0) {
        const pause = firstPause * 2 ** (round - 1) + randomInt(50)
        if (now() + pause >= deadline) break
        await sleep(pause)
      }
      // A node that named a time is left alone until then; if it is the only one, the client is told the time.
      const usable = order().filter(({ coolUntil }) => coolUntil <= now())
      let wrong = 0
      for (const [index, upstream] of usable.entries()) {
        if (tries >= maxTries || now() >= deadline) break
        if (once && index > 0) break
        if (upstream.coolUntil > now()) continue
        if (tries > 0 && !scores.isHealthy(upstream, method) && !budget.take()) break
        tries++
        asked.add(upstream)
        const answer = await ask(upstream, usable.slice(index))
        const source = answer.upstream ?? upstream
        if (answer.kind === 'result') return { ...answer, upstream: source }
        if (answer.kind === 'error') {
          if (!answer.elsewhere) return { ...answer, upstream: source }
          lastError = { ...answer, upstream: source }
          refused.add(upstream)
          continue
        }
        reasons.add(answer.reason)
        if (answer.reason === 'wrong-chain') {
          tries--
          wrong++
          asked.delete(upstream)
        }
        if (answer.reason === 'behind')
          nothing = { kind: 'result', text: 'null', result: null, upstream: source }
        if (answer.retryAfterMs !== undefined) retryAfterMs = Math.max(retryAfterMs ?? 0, answer.retryAfterMs)
      }
      // Asking the same nodes again helps against hiccups, not against an answer they agree on.
      if (usable.length === wrong || refused.size > 1 || nothing || reasons.has('too-large')) break
    }
    if (lastError ?? nothing) return (lastError ?? nothing) as UpstreamAnswer
    const cooling = order()
      .map((upstream) => upstream.coolUntil - now())
      .filter((ms) => ms > 0)
    throw new UpstreamsFailedError({
      chain,
      tried: asked.size,
      reasons: [...reasons],
      retryAfterMs: retryAfterMs ?? (cooling.length > 0 ? Math.min(...cooling) : undefined),
    })
  }
}
