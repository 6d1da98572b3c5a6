import type { Endpoint, TransferSpeed } from '@portico/core'
import { createClient } from '../assets/createClient.ts'
import { estimateGas } from './estimateGas.ts'
import { readDataFee } from './readDataFee.ts'
import { readFees } from './readFees.ts'

/**
 * Returns how much of the coin is left for the recipient when the highest fee is paid from the balance. A quarter more than that
 * fee is kept back, because the price may rise before the transfer is sent.
 */
export async function getMaximum({
  from,
  to = from,
  balance,
  speed,
  ...endpoint
}: Endpoint & {
  from: string
  to?: string | undefined
  balance: bigint
  speed?: TransferSpeed | undefined
}): Promise<bigint> {
  const client = createClient(endpoint)
  const [fees, dataFee, { limit }] = await Promise.all([
    readFees(client, speed),
    readDataFee(client),
    estimateGas(client, { from, to, value: '0x0' }, { from, to, amount: 0n }),
  ])
  const most = balance - (limit * fees.highest * 5n + 3n) / 4n - dataFee
  return most > 0n ? most : 0n
}
