import { BaseError } from '@portico/protocol'
import type { Chain } from '../../../shared/Chain.ts'
import type { NodeTransaction } from '../../blocks/readBlocks.ts'
import type { CoinReader, CoinTransfer } from './CoinReader.ts'

type NodeTransfer = {
  blockNum: string
  hash: string
  from: string
  to?: string | null | undefined
  category: string
  rawContract: { value?: string | null | undefined }
  uniqueId: string
}
type Page = { transfers: NodeTransfer[]; pageKey?: string | undefined }

const perPage = 200
/** Limit for blocks with very many transfers of one account, which no ordinary account has. */
const maxPages = 20

/** Reads coin transfers with `alchemy_getAssetTransfers`, including those made by contracts. */
export function transfersApiReader({ chain }: { chain: Chain }): CoinReader {
  async function ask(query: object, deadline: number): Promise<Page> {
    const params = [
      {
        ...query,
        category: ['external', 'internal'],
        order: 'desc',
        excludeZeroValue: false,
        maxCount: `0x${perPage.toString(16)}`,
      },
    ]
    const answer = await chain.request({ method: 'alchemy_getAssetTransfers', params }, { deadline })
    if (!Array.isArray((answer as Page | null)?.transfers))
      throw new BaseError(`An upstream of ${chain.id} returned malformed transfers.`)
    return answer as Page
  }

  /** Reads pages until one ends below the top of the range, so that every read makes progress. */
  async function askPages(query: object, top: number, deadline: number): Promise<Page> {
    const transfers: NodeTransfer[] = []
    let pageKey: string | undefined
    for (let count = 0; count < maxPages; count++) {
      const page = await ask({ ...query, ...(pageKey ? { pageKey } : {}) }, deadline)
      transfers.push(...page.transfers)
      pageKey = page.pageKey
      if (!pageKey || Number(transfers.at(-1)?.blockNum) < top) break
    }
    return { transfers, pageKey }
  }

  return {
    source: 'transfers-api',
    isBounded: false,
    async read({ account, range, deadline }) {
      const blocks = { fromBlock: toHex(range.from), toBlock: toHex(range.to) }
      const pages = await Promise.all([
        askPages({ ...blocks, fromAddress: account }, range.to, deadline),
        askPages({ ...blocks, toAddress: account }, range.to, deadline),
      ])
      // A full page may end within a block: leave that block to the next read.
      const from = Math.min(
        range.to,
        Math.max(
          range.from,
          ...pages.map(({ pageKey, transfers }) =>
            pageKey ? Math.min(...transfers.map(({ blockNum }) => Number(blockNum))) + 1 : range.from,
          ),
        ),
      )
      const found = new Map(
        pages
          .flatMap(({ transfers }) => transfers)
          .filter(({ blockNum }) => Number(blockNum) >= from)
          .map((transfer) => [transfer.uniqueId, transfer]),
      )
      return { transfers: await complete([...found.values()], deadline), from }
    },
  }

  /** Adds the block hash and index of each transaction, which this method does not return. */
  async function complete(found: readonly NodeTransfer[], deadline: number): Promise<CoinTransfer[]> {
    const hashes = [...new Set(found.map(({ hash }) => hash))]
    const answers = await chain.requestMany(
      hashes.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] })),
      { deadline },
    )
    const transactions = new Map(
      hashes.map((hash, index) => {
        const answer = answers[index]
        if (answer instanceof Error) throw answer
        return [hash, answer as NodeTransaction | null]
      }),
    )
    return found.flatMap(({ hash, from, to, category, rawContract, uniqueId }): CoinTransfer[] => {
      const transaction = transactions.get(hash)
      if (!transaction?.blockHash) return []
      const isInner = category === 'internal'
      const amount = BigInt(rawContract.value ?? 0)
      if (isInner && amount === 0n) return []
      return [
        {
          blockNumber: Number(transaction.blockNumber),
          blockHash: transaction.blockHash.toLowerCase(),
          txIndex: Number(transaction.transactionIndex),
          txHash: hash.toLowerCase(),
          trace: isInner ? uniqueId.slice(uniqueId.indexOf(':') + 1) : '',
          sender: from.toLowerCase(),
          recipient: (to ?? '').toLowerCase(),
          amount: amount.toString(),
        },
      ]
    })
  }
}

function toHex(block: number): string {
  return `0x${block.toString(16)}`
}
