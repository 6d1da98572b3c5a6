import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import type { Dispatcher } from 'undici'
import type { Log } from '../log/createLog.ts'
import { createUpstream, type Upstream } from './createUpstream.ts'
import { postJson } from './postJson.ts'
import { type Answer, type FailureReason, readAnswer } from './readAnswer.ts'
import { readBatch } from './readBatch.ts'
import { retryRules } from './retryRules.ts'
import { UpstreamsFailedError } from './UpstreamsFailedError.ts'

/** A request as the nodes get it: parts of JSON text, so that what came from a client goes on unchanged. */
export type UpstreamRequest = { method: string; params: string; id?: string | number | undefined }

/** An answer a client may see: a result, or an error that is the chain's own word. */
export type UpstreamAnswer = Exclude<Answer, { kind: 'failure' }>

/** The nodes of one chain. */
export type Upstreams = {
  readonly chain: CaipNetworkId
  /**
   * Asks the nodes in their order until one answers.
   *
   * @throws {UpstreamsFailedError} if none did before the deadline (epoch milliseconds).
   */
  send(request: UpstreamRequest, options: { deadline: number }): Promise<UpstreamAnswer>
  /**
   * Asks many things at once, as a JSON-RPC batch; nodes that take no batches are asked one by one.
   *
   * @throws {UpstreamsFailedError} as `send`.
   */
  sendMany(requests: readonly UpstreamRequest[], options: { deadline: number }): Promise<UpstreamAnswer[]>
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
const maxTries = 5
const rounds = 4
const firstPause = 150
const coolingWithoutWord = 1000
const maxCooling = 60_000
const wrongChainPause = 60_000

/** Called once per exchange with a node. */
export type OnUpstream = (event: { chain: string; method: string; outcome: string; seconds: number }) => void

/**
 * The nodes of a chain behind one face: in order, with a time limit per try, the next one on failure, and patience with
 * throttled ones. A node that is on another chain is left out.
 */
export function createUpstreams({
  chain,
  urls,
  dispatcher,
  log,
  onUpstream = () => {},
  now = Date.now,
}: {
  chain: CaipNetworkId
  urls: readonly string[]
  dispatcher: Dispatcher
  log: Log
  onUpstream?: OnUpstream
  now?: () => number
}): Upstreams {
  const upstreams = urls.map(createUpstream)
  const expectedId = BigInt(parseCaipNetworkId(chain).reference)

  async function post(upstream: Upstream, method: string, body: string, deadline: number, heavy = false) {
    const start = now()
    const limit = heavy || heavyMethods.has(method) ? perHeavyTry : perTry
    const timeoutMs = Math.max(1, Math.min(limit, deadline - start))
    const result = await postJson({
      url: upstream.url,
      headers: upstream.headers,
      body,
      timeoutMs,
      dispatcher,
    })
    const outcome = result.ok ? String(result.status) : result.reason
    onUpstream({ chain, method, outcome, seconds: (now() - start) / 1000 })
    return result
  }

  /** Once per node, before its first use: a node of another chain would answer, and wrongly. */
  function checkChain(upstream: Upstream, deadline: number) {
    if (upstream.check && (upstream.checkAgainAt === 0 || now() < upstream.checkAgainAt))
      return upstream.check
    upstream.checkAgainAt = 0
    upstream.check = (async () => {
      const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'
      const answer = readAnswer({ post: await post(upstream, 'eth_chainId', body, deadline), id: 1 })
      if (answer.kind !== 'result') {
        upstream.check = undefined
        return answer.kind === 'failure' ? answer : ({ kind: 'failure', reason: 'status' } as const)
      }
      if (typeof answer.result === 'string' && /^0x[0-9a-f]{1,16}$/i.test(answer.result)) {
        if (BigInt(answer.result) === expectedId) return 'right'
        log.error(
          { chain, upstream: upstream.label, answered: answer.result },
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
    upstream.coolUntil = now() + Math.min(ms ?? coolingWithoutWord, maxCooling)
  }

  /** Runs `exchange` on one node after another until the answer is worth passing on. */
  async function attempt(
    deadline: number,
    exchange: (upstream: Upstream) => Promise<Answer>,
  ): Promise<UpstreamAnswer> {
    const reasons = new Set<FailureReason>()
    const asked = new Set<Upstream>()
    let lastError: UpstreamAnswer | undefined
    let tries = 0
    let retryAfterMs: number | undefined

    for (let round = 0; round < rounds && tries < maxTries; round++) {
      if (round > 0) {
        const pause = firstPause * 2 ** (round - 1) + randomInt(50)
        if (now() + pause >= deadline) break
        await sleep(pause)
      }
      let usable = 0
      for (const upstream of upstreams) {
        if (tries >= maxTries || now() >= deadline) break
        // A node that named a time is left alone until then; if it is the only one, the client is told the time.
        if (upstream.coolUntil > now()) continue
        const check = await checkChain(upstream, deadline)
        if (check === 'wrong') {
          reasons.add('wrong-chain')
          continue
        }
        usable++
        tries++
        asked.add(upstream)
        const answer = check === 'right' ? await exchange(upstream) : check
        if (answer.kind === 'result') return answer
        if (answer.kind === 'error') {
          if (!answer.elsewhere) return answer
          lastError = answer
          if (retryRules.isThrottle(answer.error)) cool(upstream, answer.retryAfterMs)
          continue
        }
        reasons.add(answer.reason)
        if (answer.retryAfterMs !== undefined) {
          retryAfterMs = Math.max(retryAfterMs ?? 0, answer.retryAfterMs)
          cool(upstream, answer.retryAfterMs)
        }
        log.warn({ chain, upstream: upstream.label, reason: answer.reason }, 'node gave no answer')
      }
      // Asking the same nodes again helps against hiccups, not against an answer they agree on.
      if (usable === 0 || lastError || reasons.has('too-large')) break
    }
    if (lastError) return lastError
    const cooling = upstreams.map((upstream) => upstream.coolUntil - now()).filter((ms) => ms > 0)
    throw new UpstreamsFailedError({
      chain,
      tried: asked.size,
      reasons: [...reasons],
      retryAfterMs: retryAfterMs ?? (cooling.length > 0 ? Math.min(...cooling) : undefined),
    })
  }

  const send: Upstreams['send'] = ({ method, params, id = 1 }, { deadline }) => {
    const body = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":${JSON.stringify(method)},"params":${params}}`
    return attempt(deadline, async (upstream) =>
      readAnswer({ post: await post(upstream, method, body, deadline), id }),
    )
  }

  const sendMany: Upstreams['sendMany'] = async (requests, { deadline }) => {
    if (requests.length === 0) return []
    const each = () => Promise.all(requests.map((request) => send(request, { deadline })))
    if (requests.length === 1) return each()
    const items = requests.map(
      ({ method, params }, index) =>
        `{"jsonrpc":"2.0","id":${index + 1},"method":${JSON.stringify(method)},"params":${params}}`,
    )
    const method = requests[0]?.method ?? ''
    for (const upstream of upstreams) {
      if (!upstream.batches || upstream.coolUntil > now()) continue
      if ((await checkChain(upstream, deadline)) !== 'right') continue
      const result = await post(upstream, method, `[${items.join(',')}]`, deadline, true)
      const answers = result.ok && result.status === 200 ? readBatch(result.text, requests.length) : undefined
      if (answers) return answers
      // Refused as a whole: this node takes no batches, or not such large ones.
      if (result.ok) upstream.batches = false
    }
    return each()
  }

  return { chain, send, sendMany }
}
