import type { RpcClient } from '@portico/core'
import { encodeCall } from '../transfers/encodeCall.ts'
import { readQuantity } from '../transfers/readQuantity.ts'

/** `allowance(address,address)` of ERC-20. */
const selector = 'dd62ed3e'

/** Reads how much of an owner's tokens a spender may take, in base units. */
export async function readAllowance(
  client: RpcClient,
  { token, owner, spender }: { token: string; owner: string; spender: string },
): Promise<bigint> {
  const data = encodeCall(selector, [owner, spender])
  const result = await client.request({ method: 'eth_call', params: [{ to: token, data }, 'latest'] })
  return readQuantity(result)
}
