import type { Endpoint } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import * as z from 'zod/mini'
import { esploraUrls } from '../esplora/esploraUrls.ts'
import { requestEsplora } from '../esplora/requestEsplora.ts'

const sums = z.object({
  funded_txo_sum: z.int().check(z.gte(0)),
  spent_txo_sum: z.int().check(z.gte(0)),
})
const addressResponse = z.object({ chain_stats: sums, mempool_stats: sums })

/**
 * Reads what an address has received and spent, in satoshi: `confirmed` in blocks, `pending` in transactions that are in no block yet.
 *
 * @throws {RpcError} if no Esplora API returns it
 */
export async function readSums({
  network,
  urls,
  customUrls,
  address,
}: Endpoint & { address: string }): Promise<{ confirmed: number; pending: number }> {
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
  return {
    confirmed: chain.funded_txo_sum - chain.spent_txo_sum,
    pending: mempool.funded_txo_sum - mempool.spent_txo_sum,
  }
}
