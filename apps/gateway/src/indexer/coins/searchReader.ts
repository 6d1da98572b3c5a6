import { BaseError } from '@portico/protocol'
import type { Chain } from '../../chain/Chain.ts'
import type { NodeTransaction } from '../readBlocks.ts'
import type { CoinReader, CoinTransfer } from './CoinReader.ts'

type Page = { txs: NodeTransaction[]; firstPage: boolean; lastPage: boolean }

const perPage = 50

/**
 * Coin transfers and calls by `ots_searchTransactionsBefore` (Erigon, Anvil), which finds an account's transactions
 * however far back. What contracts sent is left out: the interface does not tell whether it was undone.
 */
export function searchReader({ chain }: { chain: Chain }): CoinReader {
  return {
    source: 'search',
    isBounded: false,
    async read({ account, range, deadline }) {
      const answer = (await chain.request(
        // Zero means "from the newest", so the block after the range is named.
        { method: 'ots_searchTransactionsBefore', params: [account, range.to + 1, perPage] },
        { deadline },
      )) as Page | null
      if (!Array.isArray(answer?.txs))
        throw new BaseError(`A node of ${chain.id} cannot search transactions.`)
      const { txs, lastPage } = answer
      const lowest = Math.min(...txs.map(({ blockNumber }) => Number(blockNumber)))
      // A page ends with a block, but not all nodes keep to that: its last block is read again.
      const isWhole = lastPage || txs.length === 0 || lowest < range.from
      const from = isWhole ? range.from : Math.min(range.to, lowest + 1)
      const transfers = txs
        .map(toTransfer)
        .filter(({ blockNumber }) => blockNumber >= from && blockNumber <= range.to)
        .filter(({ sender, recipient }) => sender === account || recipient === account)
      return { transfers, from }
    },
  }
}

function toTransfer({
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
