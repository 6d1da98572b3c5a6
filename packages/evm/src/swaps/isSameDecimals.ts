import type { RpcClient, SwapAsset } from '@portico/core'

/** `decimals()` of ERC-20. */
const selector = '0x313ce567'

/**
 * Returns whether a token has the decimals that its amounts are shown with. Whoever serves the list of tokens could otherwise make a
 * visitor pay a million times what is shown.
 */
export async function isSameDecimals(client: RpcClient, { token, decimals }: SwapAsset): Promise<boolean> {
  if (token === undefined) return true
  const result = await client.request({
    method: 'eth_call',
    params: [{ to: token, data: selector }, 'latest'],
  })
  return /^0x[0-9a-f]{64}$/i.test(`${result}`) && BigInt(`${result}`) === BigInt(decimals)
}
