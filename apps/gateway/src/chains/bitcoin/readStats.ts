import type { Esplora } from './createEsplora.ts'
import { addressStats } from './esploraSchemas.ts'

/** Reads the balance of an address in satoshis, and a version tag that changes with every transaction. */
export async function readStats({
  server,
  account,
  deadline,
}: {
  server: Esplora
  account: string
  deadline: number
}): Promise<{ amount: bigint; state: string }> {
  const { chain_stats: chain, mempool_stats: pending } = await server.ask(
    { path: `/address/${account}`, schema: addressStats },
    { deadline },
  )
  const sum = chain.funded_txo_sum - chain.spent_txo_sum + pending.funded_txo_sum - pending.spent_txo_sum
  const parts = [chain, pending].map((one) => [one.tx_count, one.funded_txo_sum, one.spent_txo_sum].join())
  // The two sums may be from different moments: never return a negative balance.
  return { amount: BigInt(Math.max(0, sum)), state: parts.join(';') }
}
