import type { Endpoint } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import { esploraUrls } from '../esplora/esploraUrls.ts'
import { requestEsplora } from '../esplora/requestEsplora.ts'

const sums = z.object({
  funded_txo_sum: z.int().check(z.gte(0)),
  spent_txo_sum: z.int().check(z.gte(0)),
})
const addressResponse = z.object({ chain_stats: sums, mempool_stats: sums })

/**
 * Returns the bitcoin balance of an address, as the only entry: the sum of its unspent outputs, including unconfirmed
 * ones. Esplora APIs have no prices: `price` is 0 and `value` is absent.
 *
 * @throws {RpcError} if no Esplora API returns a valid balance.
 */
export async function getBalances({
  network,
  urls,
  customUrls,
  address,
}: Endpoint & { address: string; tokens: readonly string[] }): Promise<readonly TokenBalance[]> {
  const path = `/address/${encodeURIComponent(address)}`
  const response = addressResponse.safeParse(
    await requestEsplora({ urls: esploraUrls({ network, urls }), customUrls, path }),
  )
  if (!response.success) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: `The Esplora API of ${network.caipNetworkId} returned an invalid balance.`,
    })
  }
  const { chain_stats: chain, mempool_stats: mempool } = response.data
  const paid = chain.funded_txo_sum + mempool.funded_txo_sum
  // The two sums may be from different moments, so the difference can be negative.
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
