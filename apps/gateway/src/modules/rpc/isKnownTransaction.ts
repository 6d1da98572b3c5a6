import type { Upstreams } from '../../upstreams/createUpstreams.ts'
import type { NodeError } from '../../upstreams/readAnswer.ts'

/**
 * Whether a node refused a raw transaction only because it has it already: the first try got through and its answer was
 * lost, or the client sent it twice. The hash is then the true answer.
 *
 * @returns the transaction's hash, or undefined if the refusal stands.
 */
export async function isKnownTransaction({
  method,
  params,
  error,
  nodes,
  deadline,
}: {
  method: string
  params: unknown
  error: NodeError
  nodes: Upstreams
  deadline: number
}): Promise<string | undefined> {
  if (method !== 'eth_sendRawTransaction') return undefined
  const known = /already (known|imported|exists)|known transaction/i.test(error.message)
  const mined = /nonce too low/i.test(error.message)
  const raw: unknown = Array.isArray(params) ? params[0] : undefined
  if (!(known || mined) || typeof raw !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(raw)) return undefined
  const { keccak256 } = await import('viem/utils')
  const hash = keccak256(raw as `0x${string}`)
  if (known) return hash
  const request = { method: 'eth_getTransactionByHash', params: JSON.stringify([hash]) }
  const answer = await nodes.send(request, { deadline })
  return answer.kind === 'result' && answer.result !== null ? hash : undefined
}
