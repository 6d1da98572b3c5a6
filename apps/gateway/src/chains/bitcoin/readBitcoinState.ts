import { BaseError } from '@portico/protocol'
import type { AccountState } from '../shared/AccountState.ts'
import type { Esplora } from './createEsplora.ts'
import { blocks, transactions } from './esploraSchemas.ts'
import { readStats } from './readStats.ts'

const maxTransactions = 25

/** Reads the balance and latest transactions of an address. */
export async function readBitcoinState({
  server,
  account,
  deadline,
}: {
  server: Esplora
  account: string
  deadline: number
}): Promise<AccountState> {
  const [{ amount }, [tip], list] = await Promise.all([
    readStats({ server, account, deadline }),
    server.ask({ path: '/blocks', schema: blocks }, { deadline }),
    server.ask({ path: `/address/${account}/txs`, schema: transactions }, { deadline }),
  ])
  if (!tip) throw new BaseError('The Esplora server returned no blocks.')
  return {
    block: { number: tip.height, hash: tip.id },
    holdings: new Map([[`${server.id}/slip44:0`, { amount, decimals: 8 }]]),
    transactions: list.slice(0, maxTransactions).map(({ txid, status }) => ({
      hash: txid,
      failed: false,
      block: status.confirmed
        ? { number: status.block_height ?? 0, hash: status.block_hash ?? '' }
        : undefined,
    })),
  }
}
