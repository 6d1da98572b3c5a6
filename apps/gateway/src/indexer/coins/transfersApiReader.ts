import { BaseError } from '@portico/protocol'
import type { Chain } from '../../chain/Chain.ts'
import type { NodeTransaction } from '../readBlocks.ts'
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
/** A block with more than so many pages of one account is not something a person did. */
const maxPages = 20

/** Coin transfers by `alchemy_getAssetTransfers`: those of transactions and those that contracts made. */
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
      throw new BaseError(`A node of ${chain.id} answered transfers that are none.`)
    return answer as Page
  }

  /** Pages until one ends below the newest block of the range, so that every question gets on. */
  async function askDown(query: object, top: number, deadline: number): Promise<Page> {
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
        askDown({ ...blocks, fromAddress: account }, range.to, deadline),
        askDown({ ...blocks, toAddress: account }, range.to, deadline),
      ])
      // A full page ends in the middle of a block: that block is left to the next question.
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

  /** Adds where the transactions stand: the interface does not tell. */
  async function complete(found: readonly NodeTransfer[], deadline: number): Promise<CoinTransfer[]> {
    const hashes = [...new Set(found.map(({ hash }) => hash))]
    const answers = await chain.requestMany(
      hashes.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] })),
      { deadline },
    )
    const places = new Map(
      hashes.map((hash, index) => {
        const answer = answers[index]
        if (answer instanceof Error) throw answer
        return [hash, answer as NodeTransaction | null]
      }),
    )
    return found.flatMap(({ hash, from, to, category, rawContract, uniqueId }): CoinTransfer[] => {
      const place = places.get(hash)
      if (!place?.blockHash) return []
      const isInner = category === 'internal'
      const amount = BigInt(rawContract.value ?? 0)
      if (isInner && amount === 0n) return []
      return [
        {
          blockNumber: Number(place.blockNumber),
          blockHash: place.blockHash.toLowerCase(),
          txIndex: Number(place.transactionIndex),
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
