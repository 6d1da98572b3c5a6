import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Dispatcher } from 'undici'
import { askAgreeing } from './askAgreeing.ts'
import { createAttempt } from './createAttempt.ts'
import { createBroadcast } from './createBroadcast.ts'
import { createExchange } from './createExchange.ts'
import { createHedging } from './createHedging.ts'
import { createHeights } from './createHeights.ts'
import { createProbes } from './createProbes.ts'
import { createScores } from './createScores.ts'
import { createShadow } from './createShadow.ts'
import { createUpstream, type Upstream } from './createUpstream.ts'
import { evmIdentity } from './evmIdentity.ts'
import { isMissingBlock } from './isMissingBlock.ts'
import type { Answer } from './readAnswer.ts'
import { readBatch } from './readBatch.ts'
import { readHeight } from './readHeight.ts'
import { isStateful, isWrite } from './requestKinds.ts'
import { retryRules } from './retryRules.ts'

/** A request as the nodes get it: parts of JSON text, so that what came from a client goes on unchanged. */
export type UpstreamRequest = { method: string; params: string }

/** An answer a client may see: a result, or an error that is the chain's own word. */
export type UpstreamAnswer = Exclude<Answer, { kind: 'failure' }> & {
  /** The node it came from; absent for one that was kept. */
  upstream?: Pick<Upstream, 'label' | 'place'> | undefined
}

/** What may be said with a request. */
export type SendOptions = {
  /** Epoch milliseconds. */
  deadline: number
  /** A block the chain is known to have: a node that knows none such is behind. */
  known?: number | undefined
  /** The node to ask, by its place in the list, and no other. */
  only?: number | undefined
}

/** The nodes of one chain. */
export type Upstreams = {
  readonly chain: CaipNetworkId
  /** How many nodes there are. */
  readonly size: number
  /**
   * Asks the nodes, best first, until one answers.
   *
   * @throws {UpstreamsFailedError} if none did before the deadline.
   */
  send(request: UpstreamRequest, options: SendOptions): Promise<UpstreamAnswer>
  /**
   * Asks many things at once, as a JSON-RPC batch; nodes that take no batches are asked one by one.
   *
   * @throws {UpstreamsFailedError} as `send`.
   */
  sendMany(requests: readonly UpstreamRequest[], options: { deadline: number }): Promise<UpstreamAnswer[]>
  /** Ends looking after the nodes. */
  close(): void
}

/** Called once per exchange with a node. */
export type OnUpstream = (event: {
  chain: string
  method: string
  upstream: string
  outcome: string
  seconds: number
}) => void

/** Called for every second question that was asked because the first node was slow. */
export type OnHedge = (event: { chain: string; winner: 'first' | 'second' }) => void

/** Methods that two of three nodes must agree on, if the operator wants that. */
const consensusMethods = new Set(['eth_getBalance', 'eth_call'])

/**
 * The nodes of a chain behind one face: the best first, with a time limit per try, the next one on failure, a second one
 * beside a slow one, and patience with throttled ones. A node that is on another chain, or far behind, is left out.
 */
export function createUpstreams({
  chain,
  urls,
  dispatcher,
  log,
  consensus = false,
  onUpstream = () => {},
  onHedge = () => {},
  now = Date.now,
}: {
  chain: CaipNetworkId
  urls: readonly string[]
  dispatcher: Dispatcher
  log: Log
  consensus?: boolean
  onUpstream?: OnUpstream
  onHedge?: OnHedge
  now?: () => number
}): Upstreams {
  const upstreams = urls.map((url, place) => createUpstream(url, place))
  const heights = createHeights({ upstreams, now })
  const scores = createScores({ upstreams, isBehind: heights.isBehind, now })
  const exchange = createExchange({
    chain,
    identity: evmIdentity(chain),
    dispatcher,
    log,
    onUpstream,
    onSample: scores.record,
    now,
  })
  const probes = createProbes({ upstreams, exchange, heights, now })
  const shadow = createShadow({ upstreams, exchange, scores, now })
  const hedging = createHedging({ scores, onHedge: (winner) => onHedge({ chain, winner }) })
  const attempt = createAttempt({ chain, scores, now })
  const broadcast = createBroadcast({ exchange, attempt })

  function learn(upstream: Upstream, { method, params }: UpstreamRequest, answer: Answer): void {
    if (upstreams.length === 1 || answer.kind !== 'result') return
    const isNewest = method === 'eth_getBlockByNumber' && params.startsWith('["latest"')
    const number = isNewest
      ? readHeight((answer.result as { number?: unknown } | null)?.number)
      : method === 'eth_blockNumber'
        ? readHeight(answer.result)
        : undefined
    if (number !== undefined) heights.learn(upstream, number)
  }

  const send: Upstreams['send'] = async (request, { deadline, known = 0, only }) => {
    const waking = probes.use()
    if (waking) await waking
    if (isWrite(request.method)) return broadcast(request, { deadline })

    async function ask(upstream: Upstream, signal?: AbortSignal): Promise<Answer> {
      const answer = await exchange.ask(upstream, request, { deadline, signal })
      learn(upstream, request, answer)
      const top = Math.max(known, heights.highest() ?? 0)
      return isMissingBlock(request, answer, top) ? { kind: 'failure', reason: 'behind' } : answer
    }

    if (only !== undefined || isStateful(request.method)) {
      const nodes = only === undefined ? undefined : upstreams.slice(only, only + 1)
      return attempt({ request, deadline, nodes, ask: (upstream) => ask(upstream) })
    }
    shadow(request)
    if (consensus && consensusMethods.has(request.method) && upstreams.length > 1)
      return attempt({
        request,
        deadline,
        ask: (_, rest) => askAgreeing({ upstreams: rest, ask }),
        once: true,
      })
    return attempt({ request, deadline, ask: (upstream, rest) => hedging(request, upstream, rest[1], ask) })
  }

  const sendMany: Upstreams['sendMany'] = async (requests, { deadline }) => {
    if (requests.length === 0) return []
    const each = () => Promise.all(requests.map((request) => send(request, { deadline })))
    const [first] = requests
    if (requests.length === 1 || !first) return each()
    const waking = probes.use()
    if (waking) await waking
    const items = requests.map(
      ({ method, params }, index) =>
        `{"jsonrpc":"2.0","id":${index + 1},"method":${JSON.stringify(method)},"params":${params}}`,
    )
    for (const upstream of scores.order(first.method)) {
      if (!upstream.batches || upstream.coolUntil > now()) continue
      if ((await exchange.checkChain(upstream, deadline)) !== 'right') continue
      const start = performance.now()
      const options = { deadline, heavy: true }
      const result = await exchange.post(upstream, first.method, `[${items.join(',')}]`, options)
      const answers = result.ok && result.status === 200 ? readBatch(result.text, requests.length) : undefined
      const outcome = answers ? 'ok' : 'error'
      scores.record({ upstream, method: first.method, outcome, ms: performance.now() - start })
      if (answers) return answers
      if (result.ok) exchange.cool(upstream, result.retryAfterMs)
      // Refused as a whole: this node takes no batches, or not such large ones. One that is unwell may take them later.
      if (result.ok && (result.status === 413 || !retryRules.httpStatuses.has(result.status)))
        upstream.batches = false
    }
    return each()
  }

  return { chain, size: upstreams.length, send, sendMany, close: probes.close }
}
