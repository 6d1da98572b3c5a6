import type { Attempt } from './createAttempt.ts'
import type { Exchange } from './createExchange.ts'
import type { Upstream } from './createUpstream.ts'
import type { UpstreamAnswer, UpstreamRequest } from './createUpstreams.ts'
import type { Answer } from './readAnswer.ts'

const copies = 2

/**
 * Sends a raw transaction to two nodes and answers as soon as one has it. That a node has it already, or that its number
 * is used and the chain has this very transaction, is success too: an earlier try got through and its answer was lost.
 */
export function createBroadcast({ exchange, attempt }: { exchange: Exchange; attempt: Attempt }) {
  async function sendTo(upstream: Upstream, request: UpstreamRequest, deadline: number): Promise<Answer> {
    const answer = await exchange.ask(upstream, request, { deadline })
    if (answer.kind !== 'error') return answer
    const known = /already (known|imported|exists|in (the )?mempool)|known transaction/i.test(
      answer.error.message,
    )
    const mined = /nonce (is )?too low/i.test(answer.error.message)
    const hash = known || mined ? await hashOf(request.params) : undefined
    if (hash === undefined) return answer
    const text = JSON.stringify(hash)
    if (known) return { kind: 'result', text, result: hash }
    const lookup = { method: 'eth_getTransactionByHash', params: `[${text}]` }
    const found = await exchange.ask(upstream, lookup, { deadline })
    return found.kind === 'result' && found.result !== null ? { kind: 'result', text, result: hash } : answer
  }

  return (request: UpstreamRequest, { deadline }: { deadline: number }): Promise<UpstreamAnswer> =>
    attempt({
      request,
      deadline,
      ask: (_, rest) => firstOf(rest.slice(0, copies).map((upstream) => sendTo(upstream, request, deadline))),
    })
}

/** The first success; without one the first error of a node, without one any failure. */
function firstOf(open: readonly Promise<Answer>[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const given: Answer[] = []
    for (const answer of open) {
      answer.then((one) => {
        if (one.kind === 'result') return resolve(one)
        given.push(one)
        if (given.length < open.length) return
        const last = given.find(({ kind }) => kind === 'error') ?? one
        resolve(last)
      }, reject)
    }
  })
}

/** The hash of a raw transaction, which needs no node; undefined if it is none. */
async function hashOf(params: string): Promise<string | undefined> {
  const raw: unknown = (JSON.parse(params) as unknown[])[0]
  if (typeof raw !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(raw)) return undefined
  const { keccak256 } = await import('viem/utils')
  return keccak256(raw as `0x${string}`)
}
