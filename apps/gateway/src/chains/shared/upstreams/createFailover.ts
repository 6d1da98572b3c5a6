import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CaipNetworkId } from '@portico/protocol'
import type { Answer, FailureReason } from './Answer.ts'
import { createBudget } from './createBudget.ts'
import type { Scores } from './createScores.ts'
import type { Upstream } from './Upstream.ts'
import type { AllowUpstream, UpstreamAnswer, UpstreamRequest } from './UpstreamPool.ts'
import { UpstreamsFailedError } from './UpstreamsFailedError.ts'

/** Tries upstreams until one gives an answer that may be returned to the client. */
export type Failover = (call: {
  request: UpstreamRequest
  /** Epoch milliseconds. */
  deadline: number
  /** The upstreams in the order to try them; by default the best first. */
  upstreams?: readonly Upstream[] | undefined
  /** Sends the request; `rest` is the upstream and those after it in the order. */
  ask: (upstream: Upstream, rest: readonly Upstream[]) => Promise<Answer & { upstream?: Upstream }>
  /** Whether one call of `ask` covers all upstreams. */
  once?: boolean
  /** Called before each try; false leaves that upstream out. With it, each upstream is tried once. */
  allow?: AllowUpstream | undefined
}) => Promise<UpstreamAnswer>

const maxTries = 5
const maxRounds = 4
const firstPauseMs = 150
const retryShare = 0.2
const retryBurst = 50

/**
 * Creates the retry logic of a pool. The next upstream is tried at once; after all have failed, they are tried again
 * after 150 ms · 2ⁿ plus jitter, with at most 5 tries and 3 pauses in total. Retries at unhealthy upstreams are limited
 * to a fifth of the traffic, so that they do not add load to an outage.
 */
export function createFailover({
  chain,
  scores,
  now,
}: {
  chain: CaipNetworkId
  scores: Scores
  now: () => number
}): Failover {
  const budget = createBudget({ share: retryShare, burst: retryBurst })

  return async ({ request: { method }, deadline, upstreams, ask, once = false, allow }) => {
    budget.earn()
    const reasons = new Set<FailureReason>()
    const tried = new Set<Upstream>()
    const refused = new Set<Upstream>()
    let lastError: UpstreamAnswer | undefined
    let emptyResult: UpstreamAnswer | undefined
    let tries = 0
    let retryAfterMs: number | undefined

    const order = () => upstreams ?? scores.order(method)
    const rounds = allow ? 1 : maxRounds
    for (let round = 0; round < rounds && tries < maxTries; round++) {
      if (round > 0) {
        const pause = firstPauseMs * 2 ** (round - 1) + randomInt(50)
        if (now() + pause >= deadline) break
        await sleep(pause)
      }
      // Respect `Retry-After`; if no upstream is left, the client gets that time.
      const usable = order().filter(({ coolUntil }) => coolUntil <= now())
      let wrongChains = 0
      for (const [index, upstream] of usable.entries()) {
        if (tries >= maxTries || now() >= deadline) break
        if (once && index > 0) break
        if (upstream.coolUntil > now()) continue
        if (allow && !allow({ upstream: upstream.index, calls: 1 })) continue
        if (tries > 0 && !scores.isHealthy(upstream, method) && !budget.take()) break
        tries++
        tried.add(upstream)
        const answer = await ask(upstream, usable.slice(index))
        const source = answer.upstream ?? upstream
        if (answer.kind === 'result') return { ...answer, upstream: source }
        if (answer.kind === 'error') {
          if (!answer.isRetryable) return { ...answer, upstream: source }
          lastError = { ...answer, upstream: source }
          refused.add(upstream)
          continue
        }
        reasons.add(answer.reason)
        if (answer.reason === 'wrong-chain') {
          tries--
          wrongChains++
          tried.delete(upstream)
        }
        if (answer.reason === 'behind')
          emptyResult = { kind: 'result', text: 'null', result: null, upstream: source }
        if (answer.retryAfterMs !== undefined) retryAfterMs = Math.max(retryAfterMs ?? 0, answer.retryAfterMs)
      }
      // Another round helps against transient failures, not against an answer that several upstreams agree on.
      if (usable.length === wrongChains || refused.size > 1 || emptyResult || reasons.has('too-large')) break
    }
    if (lastError ?? emptyResult) return (lastError ?? emptyResult) as UpstreamAnswer
    const coolingMs = order()
      .map((upstream) => upstream.coolUntil - now())
      .filter((ms) => ms > 0)
    throw new UpstreamsFailedError({
      chain,
      tried: tried.size,
      reasons: [...reasons],
      retryAfterMs: retryAfterMs ?? (coolingMs.length > 0 ? Math.min(...coolingMs) : undefined),
    })
  }
}
