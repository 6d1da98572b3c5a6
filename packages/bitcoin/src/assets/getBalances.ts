import type { Endpoint } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import { askFirst } from '../esplora/askEsplora.ts'
import { esploraUrls } from '../esplora/esploraUrls.ts'

const sums = z.object({
  funded_txo_sum: z.int().check(z.gte(0)),
  spent_txo_sum: z.int().check(z.gte(0)),
})
const addressAnswer = z.object({ chain_stats: sums, mempool_stats: sums })

/**
 * The one balance there is on Bitcoin: what was paid to the address and not yet spent, unconfirmed payments included.
 * Prices are not known here: `price` is 0 and `value` absent.
 *
 * @throws {RpcError} where no Esplora API tells it.
 */
export async function getBalances({
  network,
  urls,
  address,
}: Endpoint & { address: string; tokens: readonly string[] }): Promise<readonly TokenBalance[]> {
  const path = `/address/${encodeURIComponent(address)}`
  const answer = addressAnswer.safeParse(await askFirst({ urls: esploraUrls({ network, urls }), path }))
  if (!answer.success) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: `No Esplora API of ${network.caipNetworkId} told the balance.`,
    })
  }
  const { chain_stats: chain, mempool_stats: mempool } = answer.data
  const paid = chain.funded_txo_sum + mempool.funded_txo_sum
  // Never less than nothing, also where the two were counted at different moments.
  const satoshi = Math.max(0, paid - chain.spent_txo_sum - mempool.spent_txo_sum)
  const { name, symbol, decimals } = network.nativeCurrency
  return [
    {
      name,
      symbol,
      chainId: network.caipNetworkId,
      price: 0,
      iconUrl: '',
      quantity: { decimals: `${decimals}`, numeric: toDecimal(BigInt(satoshi), decimals) },
    },
  ]
}

function toDecimal(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${fraction ? `.${fraction}` : ''}`
}
