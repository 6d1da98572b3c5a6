import type { Endpoint } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import type { Commitment } from '../solana.ts'
import { createClient } from './createClient.ts'
import { formatUnits } from './formatUnits.ts'
import { lamportsAnswer, readTokenAccount, tokenAccountsAnswer } from './nodeAnswers.ts'

/** SPL Token and Token-2022. */
const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

/**
 * The native balance, then those of every token the account holds of either program, the accounts of one mint added
 * up. Left out are empty ones, those without decimals (NFTs) and what a node tells badly. A node knows no names: a token
 * is called by the ends of its mint. Prices are not known here: `price` is 0 and `value` absent.
 *
 * @throws {RpcError} where no endpoint tells the native balance.
 */
export async function getBalances({
  network,
  urls,
  address,
  commitment,
}: Endpoint & { address: string; commitment: Commitment }): Promise<readonly TokenBalance[]> {
  const client = createClient({ network, urls })
  const readTokens = async (programId: string) => {
    const answer = await client.request({
      method: 'getTokenAccountsByOwner',
      params: [address, { programId }, { encoding: 'jsonParsed', commitment }],
    })
    return tokenAccountsAnswer.safeParse(answer).data?.value ?? []
  }
  const [lamports, ...tokens] = await Promise.all([
    client.request({ method: 'getBalance', params: [address, { commitment }] }),
    // A node without one of the programs still knows the coin.
    ...tokenPrograms.map((program) => readTokens(program).catch(() => [])),
  ])
  const native = lamportsAnswer.safeParse(lamports)
  if (!native.success) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: `The endpoint of ${network.caipNetworkId} told a balance that is none.`,
    })
  }

  const { name, symbol, decimals } = network.nativeCurrency
  const unpriced = { chainId: network.caipNetworkId, price: 0, iconUrl: '' }
  const held = new Map<string, { amount: bigint; decimals: number }>()
  for (const entry of tokens.flat()) {
    const token = readTokenAccount(entry, address)
    if (!token || token.decimals === 0 || token.amount === 0n) continue
    held.set(token.mint, { ...token, amount: token.amount + (held.get(token.mint)?.amount ?? 0n) })
  }
  return [
    {
      ...unpriced,
      name,
      symbol,
      quantity: { decimals: `${decimals}`, numeric: formatUnits(BigInt(native.data.value), decimals) },
    },
    ...Array.from(held, ([mint, { amount, decimals: places }]): TokenBalance => {
      const called = `${mint.slice(0, 4)}…${mint.slice(-4)}`
      return {
        ...unpriced,
        name: called,
        symbol: called,
        address: `${network.caipNetworkId}:${mint}`,
        quantity: { decimals: `${places}`, numeric: formatUnits(amount, places) },
      }
    }),
  ]
}
