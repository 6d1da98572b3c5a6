import type { Endpoint } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Commitment } from '../Commitment.ts'
import { createClient } from './createClient.ts'
import { balanceResponse, readTokenAccount, tokenAccountsResponse } from './nodeResponses.ts'

/**
 * Returns how much SOL, or how much of a mint in all its token accounts, an address has, in base units.
 *
 * @throws {RpcError} if no endpoint returns it
 */
export async function getBalance({
  address,
  token,
  commitment,
  ...endpoint
}: Endpoint & { address: string; token?: string | undefined; commitment: Commitment }): Promise<bigint> {
  const client = createClient(endpoint)
  if (token === undefined) {
    const balance = balanceResponse.safeParse(
      await client.request({ method: 'getBalance', params: [address, { commitment }] }),
    )
    if (balance.success) return BigInt(balance.data.value)
  } else {
    const accounts = tokenAccountsResponse.safeParse(
      await client.request({
        method: 'getTokenAccountsByOwner',
        params: [address, { mint: token }, { encoding: 'jsonParsed', commitment }],
      }),
    )
    const held = accounts.data?.value.map((entry) => readTokenAccount(entry, address))
    if (held?.every((account) => account?.mint === token))
      return held.reduce((sum, account) => sum + (account?.amount ?? 0n), 0n)
  }
  throw new RpcError({
    rpcCode: rpcErrorCodes.internalError,
    message: `The endpoint of ${endpoint.network.caipNetworkId} returned an invalid balance.`,
  })
}
