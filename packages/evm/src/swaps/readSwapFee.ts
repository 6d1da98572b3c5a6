import type { RpcClient, SwapOrder } from '@portico/core'
import { readDataFee } from '../transfers/readDataFee.ts'
import { readFees } from '../transfers/readFees.ts'
import { readQuantity } from '../transfers/readQuantity.ts'

/** Gas of a swap that could not be rehearsed: at least this, and at most this, whatever a server says. */
const [leastGas, mostGas] = [150_000n, 10_000_000n]

/**
 * Reads what the network charges at most for a swap with its allowance, in wei, and whether the account has less than half of it
 * besides what it swaps: a block charges about half of the highest price.
 *
 * @param parameters.gas what the rehearsal has used; undefined if there was none
 * @param parameters.transactions how many transactions are sent
 */
export async function readSwapFee({
  client,
  order: { account, from, amount, quote },
  gas,
  transactions,
}: {
  client: RpcClient
  order: SwapOrder
  gas: bigint | undefined
  transactions: number
}): Promise<{ highest: bigint; isMissing: boolean }> {
  const [fees, dataFee, balance] = await Promise.all([
    readFees(client),
    readDataFee(client),
    client.request({ method: 'eth_getBalance', params: [account, 'latest'] }).then(readQuantity),
  ])
  const quoted = BigInt(quote.gas)
  const assumed = quoted < leastGas ? leastGas : quoted > mostGas ? mostGas : quoted
  const limit = ((gas ?? assumed) * 5n) / 4n
  const highest = limit * fees.highest + dataFee * BigInt(transactions)
  const paid = from.token === undefined ? amount : 0n
  return { highest, isMissing: paid + highest / 2n > balance }
}
