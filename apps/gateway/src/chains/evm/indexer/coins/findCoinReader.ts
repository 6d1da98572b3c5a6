import { RpcError } from '@portico/protocol'
import type { Chain, ChainCall } from '../../../shared/Chain.ts'
import type { CoinReader } from './CoinReader.ts'
import { searchReader } from './searchReader.ts'
import { traceReader } from './traceReader.ts'
import { transfersApiReader } from './transfersApiReader.ts'

const zeroAddress = '0x0000000000000000000000000000000000000000'

/** Non-standard methods that find coin transfers, best first, with a request that tests for each. */
const candidates: readonly {
  probe: (block: string) => ChainCall
  isSupported: (answer: unknown) => boolean
  make: (options: { chain: Chain }) => CoinReader
}[] = [
  {
    probe: (block) => ({
      method: 'trace_filter',
      params: [{ fromBlock: block, toBlock: block, toAddress: [zeroAddress], count: 1 }],
    }),
    isSupported: (answer) => Array.isArray(answer),
    make: traceReader,
  },
  {
    probe: () => ({ method: 'ots_searchTransactionsBefore', params: [zeroAddress, 1, 1] }),
    isSupported: (answer) => Array.isArray((answer as { txs?: unknown } | null)?.txs),
    make: searchReader,
  },
  {
    probe: (block) => ({
      method: 'alchemy_getAssetTransfers',
      params: [
        { fromBlock: block, toBlock: block, toAddress: zeroAddress, category: ['external'], maxCount: '0x1' },
      ],
    }),
    isSupported: (answer) => Array.isArray((answer as { transfers?: unknown } | null)?.transfers),
    make: transfersApiReader,
  },
]

/**
 * Detects the best way to find an account's coin transfers on a chain.
 *
 * @returns undefined if they have to be read from blocks.
 * @throws {UpstreamsFailedError} if no upstream answers.
 */
export async function findCoinReader({
  chain,
  head,
  deadline,
}: {
  chain: Chain
  /** The newest block number. */
  head: number
  deadline: number
}): Promise<CoinReader | undefined> {
  const block = `0x${head.toString(16)}`
  const answers = await chain.requestMany(
    candidates.map(({ probe }) => probe(block)),
    { deadline },
  )
  const found = candidates.find(
    ({ isSupported }, index) => !(answers[index] instanceof RpcError) && isSupported(answers[index]),
  )
  return found?.make({ chain })
}
