import type { Answer } from '../../shared/upstreams/Answer.ts'
import type { UpstreamRequest } from '../../shared/upstreams/UpstreamPool.ts'

/** Whether an upstream lacks a block up to `known`, the height the chain is known to have: it is behind. */
export function isMissingBlock({ method, params }: UpstreamRequest, answer: Answer, known: number): boolean {
  if (answer.kind !== 'result' || answer.result !== null || method !== 'eth_getBlockByNumber') return false
  const number = /^\[\s*"(0x[0-9a-f]{1,13})"/i.exec(params)?.[1]
  return number !== undefined && Number(number) <= known
}
