import type { RpcClient } from '@portico/core'
import { rehearse } from '@portico/protocol/swaps'
import { encodeCall } from './encodeCall.ts'
import { transferToken } from './toCall.ts'

/**
 * Returns what the recipient would get of a token, in base units: less than `amount` if the token charges a fee, 0n if the
 * transfer would fail. Returns undefined if the node cannot tell.
 */
export async function rehearseToken(
  client: RpcClient,
  { from, to, token, amount }: { from: string; to: string; token: string; amount: bigint },
): Promise<bigint | undefined> {
  if (from.toLowerCase() === to.toLowerCase()) return undefined
  const key = token.toLowerCase()
  const steps = [{ to: token, data: encodeCall(transferToken, [to, amount]), value: 0n }]
  const results = await rehearse({
    ...{ account: from, steps, watched: [key], holder: to },
    request: (request) => client.request(request),
  })
    // Nodes may support no way to try it.
    .catch(() => undefined)
  const [step] = results ?? []
  if (step?.isOk === false) return 0n
  const gained = step?.changes[key]
  return gained !== undefined && gained < 0n ? 0n : gained
}
