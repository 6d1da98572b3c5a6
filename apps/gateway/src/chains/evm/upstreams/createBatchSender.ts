import type { Exchange } from '../../shared/upstreams/createExchange.ts'
import type { Scores } from '../../shared/upstreams/createScores.ts'
import { readBatch } from '../../shared/upstreams/readBatch.ts'
import { retryRules } from '../../shared/upstreams/retryRules.ts'
import type { UpstreamPool } from '../../shared/upstreams/UpstreamPool.ts'

/**
 * Creates a function that sends several requests as one JSON-RPC batch. Falls back to `send`, request by request, if no
 * upstream answers the batch as a whole.
 */
export function createBatchSender({
  exchange,
  scores,
  now,
  send,
  beforeBatch,
}: {
  exchange: Exchange
  scores: Scores
  now: () => number
  send: UpstreamPool['send']
  /** Called before each batch; the batch waits for its promise. */
  beforeBatch: () => Promise<unknown> | undefined
}): UpstreamPool['sendMany'] {
  return async (requests, options) => {
    const { deadline, only, allow } = options
    if (requests.length === 0) return []
    const sendEach = () => Promise.all(requests.map((request) => send(request, options)))
    const [first] = requests
    if (requests.length === 1 || !first) return sendEach()
    const ready = beforeBatch()
    if (ready) await ready
    const items = requests.map(
      ({ method, params }, index) =>
        `{"jsonrpc":"2.0","id":${index + 1},"method":${JSON.stringify(method)},"params":${params}}`,
    )
    for (const upstream of scores.order(first.method)) {
      if (only && !only.includes(upstream.index)) continue
      if (!upstream.batches || upstream.coolUntil > now()) continue
      if ((await exchange.checkChain(upstream, deadline)) !== 'right') continue
      if (allow && !allow({ upstream: upstream.index, calls: requests.length })) continue
      const start = performance.now()
      const result = await exchange.post(upstream, first.method, `[${items.join(',')}]`, {
        deadline,
        heavy: true,
      })
      const answers = result.ok && result.status === 200 ? readBatch(result.text, requests.length) : undefined
      const outcome = Array.isArray(answers) ? 'ok' : 'error'
      scores.record({ upstream, method: first.method, outcome, ms: performance.now() - start })
      if (Array.isArray(answers)) return answers
      if (result.ok) exchange.cool(upstream, result.retryAfterMs)
      // Rejected as a whole: the upstream takes no batches, or none of this size. After a server error it still may.
      if (!answers && result.ok && (result.status === 413 || !retryRules.httpStatuses.has(result.status)))
        upstream.batches = false
    }
    return sendEach()
  }
}
