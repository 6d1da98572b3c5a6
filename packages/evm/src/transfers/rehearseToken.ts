import type { RpcClient } from '@portico/core'
import { rehearse } from '../swaps/rehearse.ts'
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
  const call = { to: token, data: encodeCall(transferToken, [to, amount]), value: 0n }
  const rehearsal = await rehearse({ client, account: from, calls: [call], tokens: [token], holder: to })
  if (rehearsal?.isOk === false) return 0n
  const gained = rehearsal?.changes?.[0]
  return gained !== undefined && gained < 0n ? 0n : gained
}
