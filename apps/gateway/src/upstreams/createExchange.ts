import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Dispatcher } from 'undici'
import type { Outcome } from './createStats.ts'
import type { Upstream } from './createUpstream.ts'
import type { OnUpstream, UpstreamRequest } from './createUpstreams.ts'
import type { NodeIdentity } from './NodeIdentity.ts'
import { type PostResult, postJson } from './postJson.ts'
import { type Answer, readAnswer } from './readAnswer.ts'
import { retryRules } from './retryRules.ts'

/** One exchange with one node. */
export type Exchange = {
  /** Asks one thing. Makes sure before the first question that the node is on our chain. Never rejects. */
  ask(upstream: Upstream, request: UpstreamRequest, options: AskOptions): Promise<Answer>
  /** Sends a text that is more than one request. */
  post(upstream: Upstream, method: string, body: string, options: AskOptions): Promise<PostResult>
  checkChain(upstream: Upstream, deadline: number): NonNullable<Upstream['check']>
  /** Leaves a node alone for as long as it asked for. */
  cool(upstream: Upstream, ms: number | undefined): void
}

/** Time is up at `deadline` (epoch milliseconds). */
export type AskOptions = {
  deadline: number
  signal?: AbortSignal | undefined
  /** Whether the time for a try is that of heavy methods. */
  heavy?: boolean | undefined
  /** `false`: only success tells how good the node is. */
  counts?: boolean | undefined
  /** The id that goes over the wire; 1 unless it should be told apart. */
  id?: string | undefined
}

const perTry = 2500
const perHeavyTry = 8000
const heavyMethods = new Set([
  'eth_getLogs',
  'eth_getFilterLogs',
  'eth_getProof',
  'eth_getBlockReceipts',
  'eth_estimateGas',
])
const wrongChainPause = 60_000
const maxCooling = 60_000

/** Exchanges with the nodes of a chain, under the time limits, each of them told to `onSample`. */
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
  identity: NodeIdentity
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
    const limit = heavy || heavyMethods.has(method) ? perHeavyTry : perTry
    const timeoutMs = Math.max(1, Math.min(limit, deadline - now()))
    const start = performance.now()
    const { target, label } = upstream
    const result = await postJson({ target, body, timeoutMs, dispatcher, signal })
    const outcome = result.ok ? String(result.status) : result.reason
    onUpstream({ chain, method, upstream: label, outcome, seconds: (performance.now() - start) / 1000 })
    return result
  }

  /** Once per node, before its first use: a node of another chain would answer, and wrongly. */
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
          'node is on another chain: left out',
        )
      } else {
        log.error({ chain, upstream: upstream.label }, 'node does not say its chain: left out')
      }
      upstream.checkAgainAt = now() + wrongChainPause
      return 'wrong'
    })()
    return upstream.check
  }

  function cool(upstream: Upstream, ms: number | undefined): void {
    if (ms !== undefined) upstream.coolUntil = now() + Math.min(ms, maxCooling)
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
      log.warn({ chain, upstream: upstream.label, reason: answer.reason }, 'node gave no answer')
    return answer
  }

  return { ask, post, checkChain, cool }
}

function outcomeOf(answer: Answer): Outcome {
  if (answer.kind === 'result') return 'ok'
  if (answer.kind === 'error') {
    if (!answer.elsewhere) return 'ok'
    return retryRules.isThrottle(answer.error) ? 'throttled' : 'error'
  }
  if (answer.reason === 'cancelled') return 'cancelled'
  return answer.reason === 'throttled' ? 'throttled' : 'error'
}
