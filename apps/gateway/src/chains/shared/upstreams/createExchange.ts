import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Dispatcher } from 'undici'
import type { Answer } from './Answer.ts'
import type { Outcome } from './createStats.ts'
import { type PostResult, postJson } from './postJson.ts'
import { readAnswer } from './readAnswer.ts'
import { retryRules } from './retryRules.ts'
import type { Upstream } from './Upstream.ts'
import type { UpstreamIdentity } from './UpstreamIdentity.ts'
import type { OnUpstream, UpstreamRequest } from './UpstreamPool.ts'
import { upstreamTimeoutMs } from './upstreamTimeoutMs.ts'

/** Sends requests to upstreams over HTTP. */
export type Exchange = {
  /** Sends one request. Before the first one, checks that the upstream serves the expected chain. Never rejects. */
  ask(upstream: Upstream, request: UpstreamRequest, options: AskOptions): Promise<Answer>
  /** Posts a body, such as a batch; `method` is for metrics and the timeout. Never rejects. */
  post(upstream: Upstream, method: string, body: string, options: AskOptions): Promise<PostResult>
  /** Checks which chain an upstream serves; the check runs once and is shared. */
  checkChain(upstream: Upstream, deadline: number): NonNullable<Upstream['check']>
  /** Sends an upstream nothing for `ms` milliseconds (`Retry-After`), at most a minute. */
  cool(upstream: Upstream, ms: number | undefined): void
}

/** Options of one request. */
export type AskOptions = {
  /** Epoch milliseconds. */
  deadline: number
  signal?: AbortSignal | undefined
  /** Use the longer timeout of heavy methods. */
  heavy?: boolean | undefined
  /** `false`: failures do not affect the upstream's score. */
  counts?: boolean | undefined
  /** The JSON-RPC id; 1 by default. */
  id?: string | undefined
}

const heavyTimeoutMs = 8000
const heavyMethods = new Set([
  'eth_getLogs',
  'eth_getFilterLogs',
  'eth_getProof',
  'eth_getBlockReceipts',
  'eth_estimateGas',
])
/** An upstream on the wrong chain is checked again after this time. */
const recheckAfterMs = 60_000
const maxCoolingMs = 60_000

/** Creates the HTTP client of a pool. It enforces the timeouts and reports every outcome to `onSample`. */
export function createExchange({
  chain,
  identity: { method: identityMethod, params: identityParams, isOurs },
  dispatcher,
  log,
  onUpstream,
  onSample,
  now,
}: {
  chain: CaipNetworkId
  identity: UpstreamIdentity
  dispatcher: Dispatcher
  log: Log
  onUpstream: OnUpstream
  onSample: (sample: { upstream: Upstream; method: string; outcome: Outcome; ms: number }) => void
  now: () => number
}): Exchange {
  async function post(
    upstream: Upstream,
    method: string,
    body: string,
    { deadline, heavy = false, signal }: AskOptions,
  ): Promise<PostResult> {
    const limit = heavy || heavyMethods.has(method) ? heavyTimeoutMs : upstreamTimeoutMs
    const timeoutMs = Math.max(1, Math.min(limit, deadline - now()))
    const start = performance.now()
    const { target, label } = upstream
    const result = await postJson({ target, body, timeoutMs, dispatcher, signal })
    const outcome = result.ok ? String(result.status) : result.reason
    onUpstream({ chain, method, upstream: label, outcome, seconds: (performance.now() - start) / 1000 })
    return result
  }

  /** Runs before the first use: an upstream of another chain would answer, but with wrong data. */
  function checkChain(upstream: Upstream, deadline: number): NonNullable<Upstream['check']> {
    if (upstream.check && (upstream.checkAgainAt === 0 || now() < upstream.checkAgainAt))
      return upstream.check
    upstream.checkAgainAt = 0
    upstream.check = (async () => {
      const body = `{"jsonrpc":"2.0","id":1,"method":"${identityMethod}","params":${identityParams}}`
      const answer = readAnswer({ post: await post(upstream, identityMethod, body, { deadline }), id: 1 })
      if (answer.kind !== 'result') {
        upstream.check = undefined
        return answer.kind === 'failure' ? answer : ({ kind: 'failure', reason: 'status' } as const)
      }
      const verdict = isOurs(answer.result)
      if (verdict === true) return 'right'
      if (verdict === false) {
        log.error(
          { chain, upstream: upstream.label, answered: String(answer.result).slice(0, 100) },
          'upstream serves another chain and is left out',
        )
      } else {
        log.error({ chain, upstream: upstream.label }, 'upstream does not name its chain and is left out')
      }
      upstream.checkAgainAt = now() + recheckAfterMs
      return 'wrong'
    })()
    return upstream.check
  }

  function cool(upstream: Upstream, ms: number | undefined): void {
    if (ms !== undefined) upstream.coolUntil = now() + Math.min(ms, maxCoolingMs)
  }

  async function ask(
    upstream: Upstream,
    { method, params }: UpstreamRequest,
    options: AskOptions,
  ): Promise<Answer> {
    const checked = await checkChain(upstream, options.deadline)
    if (checked === 'wrong') return { kind: 'failure', reason: 'wrong-chain' }
    if (checked !== 'right') return settle(upstream, method, checked, 0, options)
    const id = options.id ?? 1
    const body = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":${JSON.stringify(method)},"params":${params}}`
    const start = performance.now()
    const answer = readAnswer({ post: await post(upstream, method, body, options), id })
    return settle(upstream, method, answer, performance.now() - start, options)
  }

  function settle(
    upstream: Upstream,
    method: string,
    answer: Answer,
    ms: number,
    { counts = true }: AskOptions,
  ): Answer {
    const outcome = outcomeOf(answer)
    if (counts || outcome === 'ok') onSample({ upstream, method, outcome, ms })
    if (answer.kind !== 'result') cool(upstream, answer.retryAfterMs)
    if (answer.kind === 'failure' && answer.reason !== 'cancelled')
      log.warn({ chain, upstream: upstream.label, reason: answer.reason }, 'upstream did not answer')
    return answer
  }

  return { ask, post, checkChain, cool }
}

function outcomeOf(answer: Answer): Outcome {
  if (answer.kind === 'result') return 'ok'
  if (answer.kind === 'error') {
    if (!answer.isRetryable) return 'ok'
    return retryRules.isThrottle(answer.error) ? 'throttled' : 'error'
  }
  if (answer.reason === 'cancelled') return 'cancelled'
  return answer.reason === 'throttled' ? 'throttled' : 'error'
}
