import type { Esplora } from './createEsplora.ts'
import { addressStats } from './esploraSchemas.ts'

/** What an address has in satoshi, and a text that is another one whenever something happened to it. */
export async function readStats({
  server,
  account,
  deadline,
}: {
  server: Esplora
  account: string
  deadline: number
}): Promise<{ amount: bigint; state: string }> {
  const { chain_stats: chain, mempool_stats: waiting } = await server.ask(
    { path: `/address/${account}`, schema: addressStats },
    { deadline },
  )
  const sum = chain.funded_txo_sum - chain.spent_txo_sum + waiting.funded_txo_sum - waiting.spent_txo_sum
  const parts = [chain, waiting].map((one) => [one.tx_count, one.funded_txo_sum, one.spent_txo_sum].join())
  // Never less than nothing, also where the two were counted at different moments.
  return { amount: BigInt(Math.max(0, sum)), state: parts.join(';') }
}
