import { BaseError } from '@portico/protocol'
import type { Chain } from '../../../shared/Chain.ts'
import type { NodeTransaction } from '../../blocks/readBlocks.ts'
import type { CoinReader, CoinTransfer } from './CoinReader.ts'

type Page = { txs: NodeTransaction[]; firstPage: boolean; lastPage: boolean }

const perPage = 50

/**
 * Reads coin transfers and calls with `ots_searchTransactionsBefore` (Erigon, Anvil), which searches the whole chain.
 * Transfers by contracts are left out: the method does not report whether they were reverted.
 */
export function searchReader({ chain }: { chain: Chain }): CoinReader {
  return {
    source: 'search',
    isBounded: false,
    async read({ account, range, deadline }) {
      const answer = (await chain.request(
        // The search starts below the given block; 0 would mean the newest.
        { method: 'ots_searchTransactionsBefore', params: [account, range.to + 1, perPage] },
        { deadline },
      )) as Page | null
      if (!Array.isArray(answer?.txs))
        throw new BaseError(`An upstream of ${chain.id} returned no search results.`)
      const { txs, lastPage } = answer
      const lowest = Math.min(...txs.map(({ blockNumber }) => Number(blockNumber)))
      // Pages should end at block boundaries, but not all node implementations comply: read the last block again.
      const isComplete = lastPage || txs.length === 0 || lowest < range.from
      const from = isComplete ? range.from : Math.min(range.to, lowest + 1)
      const transfers = txs
        .map(toTransfer)
        .filter(({ blockNumber }) => blockNumber >= from && blockNumber <= range.to)
        .filter(({ sender, recipient }) => sender === account || recipient === account)
      return { transfers, from }
    },
  }
}

/** Converts a transaction as JSON-RPC returns it. */
export function toTransfer({
  hash,
  blockHash,
  blockNumber,
  transactionIndex,
  from,
  to,
  value,
}: NodeTransaction): CoinTransfer {
  return {
    blockNumber: Number(blockNumber),
    blockHash: blockHash.toLowerCase(),
    txIndex: Number(transactionIndex),
    txHash: hash.toLowerCase(),
    trace: '',
    sender: from.toLowerCase(),
    recipient: (to ?? '').toLowerCase(),
    amount: BigInt(value).toString(),
  }
}
