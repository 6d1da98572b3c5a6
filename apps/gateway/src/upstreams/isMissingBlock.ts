import type { UpstreamRequest } from './createUpstreams.ts'
import type { Answer } from './readAnswer.ts'

/** Whether a node says there is no such block although the chain is known to have it: the node is behind. */
export function isMissingBlock({ method, params }: UpstreamRequest, answer: Answer, known: number): boolean {
  if (answer.kind !== 'result' || answer.result !== null || method !== 'eth_getBlockByNumber') return false
  const number = /^\[\s*"(0x[0-9a-f]{1,13})"/i.exec(params)?.[1]
  return number !== undefined && Number(number) <= known
}
