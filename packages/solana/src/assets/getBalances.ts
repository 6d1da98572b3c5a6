import type { Endpoint } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import type { Commitment } from '../Commitment.ts'
import { createClient } from './createClient.ts'
import { formatUnits } from './formatUnits.ts'
import { balanceResponse, readTokenAccount, tokenAccountsResponse } from './nodeResponses.ts'

/** SPL Token and Token-2022. */
const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

/**
 * Returns the native balance, then the balances of all tokens of both token programs. Token accounts of the same mint are
 * added up. Skips empty token accounts, tokens without decimals (NFTs) and malformed entries. Nodes do not return
 * token names, so a token is named after the ends of its mint address. There are no prices: `price` is 0, `value` is
 * missing.
 *
 * @throws {RpcError} if no endpoint returns the native balance.
 */
export async function getBalances({
  network,
  urls,
  customUrls,
  address,
  commitment,
}: Endpoint & { address: string; commitment: Commitment }): Promise<readonly TokenBalance[]> {
  const client = createClient({ network, urls, customUrls })
  const readTokens = async (programId: string) => {
    const response = await client.request({
      method: 'getTokenAccountsByOwner',
      params: [address, { programId }, { encoding: 'jsonParsed', commitment }],
    })
    return tokenAccountsResponse.safeParse(response).data?.value ?? []
  }
  const [lamports, ...tokens] = await Promise.all([
    client.request({ method: 'getBalance', params: [address, { commitment }] }),
    // A node that does not support one of the programs can still return the native balance.
    ...tokenPrograms.map((program) => readTokens(program).catch(() => [])),
  ])
  const native = balanceResponse.safeParse(lamports)
  if (!native.success) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: `The endpoint of ${network.caipNetworkId} returned an invalid balance.`,
    })
  }

  const { name, symbol, decimals } = network.nativeCurrency
  const unpriced = { chainId: network.caipNetworkId, price: 0, iconUrl: '' }
  const byMint = new Map<string, { amount: bigint; decimals: number }>()
  for (const entry of tokens.flat()) {
    const token = readTokenAccount(entry, address)
    if (!token || token.decimals === 0 || token.amount === 0n) continue
    byMint.set(token.mint, { ...token, amount: token.amount + (byMint.get(token.mint)?.amount ?? 0n) })
  }
  return [
    {
      ...unpriced,
      name,
      symbol,
      quantity: { decimals: `${decimals}`, numeric: formatUnits(BigInt(native.data.value), decimals) },
    },
    ...Array.from(byMint, ([mint, { amount, decimals: places }]): TokenBalance => {
      const shortMint = `${mint.slice(0, 4)}…${mint.slice(-4)}`
      return {
        ...unpriced,
        name: shortMint,
        symbol: shortMint,
        address: `${network.caipNetworkId}:${mint}`,
        quantity: { decimals: `${places}`, numeric: formatUnits(amount, places) },
      }
    }),
  ]
}
