import type { Answer } from '../../shared/upstreams/Answer.ts'
import type { Exchange } from '../../shared/upstreams/createExchange.ts'
import type { Failover } from '../../shared/upstreams/createFailover.ts'
import type { Upstream } from '../../shared/upstreams/Upstream.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../../shared/upstreams/UpstreamPool.ts'

const copies = 2

/**
 * Creates a function that sends a raw transaction to two upstreams and returns the first success. "Already known"
 * counts as success, and so does "nonce too low" if the chain has this very transaction: an earlier try succeeded, but
 * its response was lost.
 */
export function createBroadcast({ exchange, failover }: { exchange: Exchange; failover: Failover }) {
  async function sendTo(upstream: Upstream, request: UpstreamRequest, deadline: number): Promise<Answer> {
    const answer = await exchange.ask(upstream, request, { deadline })
    if (answer.kind !== 'error') return answer
    const isKnown = /already (known|imported|exists|in (the )?mempool)|known transaction/i.test(
      answer.error.message,
    )
    const isNonceUsed = /nonce (is )?too low/i.test(answer.error.message)
    const hash = isKnown || isNonceUsed ? await hashOf(request.params) : undefined
    if (hash === undefined) return answer
    const text = JSON.stringify(hash)
    if (isKnown) return { kind: 'result', text, result: hash }
    const lookup = { method: 'eth_getTransactionByHash', params: `[${text}]` }
    const found = await exchange.ask(upstream, lookup, { deadline })
    return found.kind === 'result' && found.result !== null ? { kind: 'result', text, result: hash } : answer
  }

  return (request: UpstreamRequest, { deadline }: { deadline: number }): Promise<UpstreamAnswer> =>
    failover({
      request,
      deadline,
      ask: (_, rest) => firstOf(rest.slice(0, copies).map((upstream) => sendTo(upstream, request, deadline))),
    })
}

/** Resolves to the first result; without one to the first JSON-RPC error, else to the last failure. */
function firstOf(requests: readonly Promise<Answer>[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const answers: Answer[] = []
    for (const request of requests) {
      request.then((answer) => {
        if (answer.kind === 'result') return resolve(answer)
        answers.push(answer)
        if (answers.length < requests.length) return
        resolve(answers.find(({ kind }) => kind === 'error') ?? answer)
      }, reject)
    }
  })
}

/** Computes the hash of the raw transaction in `params`; undefined if there is none. */
async function hashOf(params: string): Promise<string | undefined> {
  const raw: unknown = (JSON.parse(params) as unknown[])[0]
  if (typeof raw !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(raw)) return undefined
  const { keccak256 } = await import('viem/utils')
  return keccak256(raw as `0x${string}`)
}
