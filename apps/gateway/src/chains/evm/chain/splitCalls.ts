import type { CoinCall, ContractAnswer, ContractCall, ReadQuery } from './ContractCall.ts'

/** Size of an encoded `getEthBalance` call. */
const coinCallBytes = 36

/**
 * Groups calls into chunks of at most `maxCalls` and `maxBytes`; `overhead` is the encoding of one call without its
 * data.
 */
export function chunkCalls<Call extends ContractCall | CoinCall>({
  calls,
  maxCalls,
  maxBytes,
  overhead,
}: {
  calls: readonly Call[]
  maxCalls: number
  maxBytes: number
  overhead: number
}): Call[][] {
  const chunks: Call[][] = []
  let bytes = 0
  for (const call of calls) {
    const size = ('coinOf' in call ? coinCallBytes : call.data.length / 2) + overhead
    const last = chunks.at(-1)
    if (last && last.length < maxCalls && bytes + size <= maxBytes) {
      last.push(call)
      bytes += size
    } else {
      chunks.push([call])
      bytes = size
    }
  }
  return chunks
}

/** Retries a failed read in two halves. A single call has no answer; neither have any after the deadline. */
export async function splitAndRetry(
  query: ReadQuery,
  read: (half: ReadQuery) => Promise<ContractAnswer[]>,
): Promise<ContractAnswer[]> {
  const { calls, deadline } = query
  if (calls.length === 1 || Date.now() >= deadline) return calls.map(() => undefined)
  const middle = calls.length >> 1
  return [
    ...(await read({ ...query, calls: calls.slice(0, middle) })),
    ...(await read({ ...query, calls: calls.slice(middle) })),
  ]
}
