import type { Endpoint } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { createClient } from './createClient.ts'

/** `balanceOf(address)` of ERC-20. */
const selector = '0x70a08231'

/**
 * Returns how much of the coin, or of a token, an address has, in base units.
 *
 * @throws {RpcError} if no endpoint returns it
 */
export async function getBalance({
  address,
  token,
  ...endpoint
}: Endpoint & { address: string; token?: string | undefined }): Promise<bigint> {
  const client = createClient(endpoint)
  const data = `${selector}${address.slice(2).toLowerCase().padStart(64, '0')}`
  const balance =
    token === undefined
      ? await client.request({ method: 'eth_getBalance', params: [address, 'latest'] })
      : await client.request({ method: 'eth_call', params: [{ to: token, data }, 'latest'] })
  // The answer of a contract is a word; one without code answers nothing.
  const pattern = token === undefined ? /^0x[0-9a-f]{1,64}$/i : /^0x[0-9a-f]{64}$/i
  if (typeof balance !== 'string' || !pattern.test(balance))
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: `The endpoint of ${endpoint.network.caipNetworkId} returned an invalid balance.`,
    })
  return BigInt(balance)
}
