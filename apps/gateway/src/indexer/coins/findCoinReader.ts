import { RpcError } from '@portico/protocol'
import type { Chain, ChainCall } from '../../chain/Chain.ts'
import type { CoinReader } from './CoinReader.ts'
import { searchReader } from './searchReader.ts'
import { traceReader } from './traceReader.ts'
import { transfersApiReader } from './transfersApiReader.ts'

const nobody = '0x0000000000000000000000000000000000000000'

/** What a node may be able to do beyond the standard, best first, and how to find out. */
const ladder: readonly {
  probe: (block: string) => ChainCall
  isThere: (answer: unknown) => boolean
  make: (options: { chain: Chain }) => CoinReader
}[] = [
  {
    probe: (block) => ({
      method: 'trace_filter',
      params: [{ fromBlock: block, toBlock: block, toAddress: [nobody], count: 1 }],
    }),
    isThere: (answer) => Array.isArray(answer),
    make: traceReader,
  },
  {
    probe: () => ({ method: 'ots_searchTransactionsBefore', params: [nobody, 1, 1] }),
    isThere: (answer) => Array.isArray((answer as { txs?: unknown } | null)?.txs),
    make: searchReader,
  },
  {
    probe: (block) => ({
      method: 'alchemy_getAssetTransfers',
      params: [
        { fromBlock: block, toBlock: block, toAddress: nobody, category: ['external'], maxCount: '0x1' },
      ],
    }),
    isThere: (answer) => Array.isArray((answer as { transfers?: unknown } | null)?.transfers),
    make: transfersApiReader,
  },
]

/**
 * Finds out how the nodes of a chain can be asked for the coin transfers of an account.
 *
 * @returns the best way; undefined if blocks have to be read for them.
 * @throws {UpstreamsFailedError} if no node answers at all.
 */
export async function findCoinReader({
  chain,
  head,
  deadline,
}: {
  chain: Chain
  /** Number of the newest block. */
  head: number
  deadline: number
}): Promise<CoinReader | undefined> {
  const block = `0x${head.toString(16)}`
  const answers = await chain.requestMany(
    ladder.map(({ probe }) => probe(block)),
    { deadline },
  )
  const found = ladder.find(
    ({ isThere }, index) => !(answers[index] instanceof RpcError) && isThere(answers[index]),
  )
  return found?.make({ chain })
}
