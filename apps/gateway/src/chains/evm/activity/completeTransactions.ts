import { RpcError } from '@portico/protocol'
import type { BlockTransaction, KnownTransaction } from '../../shared/activity/KnownTransaction.ts'
import type { Chain } from '../../shared/Chain.ts'
import { mayBeBatch } from '../batches/mayBeBatch.ts'
import { readCodes } from '../batches/readCodes.ts'
import { entryPoint, readOperationResults } from '../batches/readOperationResults.ts'
import type { NodeLog } from '../blocks/decodeTransfers.ts'
import { type NodeTransaction, toBlockTransaction } from '../blocks/readBlocks.ts'
import type { ActivityRow, IndexStore } from '../indexer/IndexStore.ts'

type NodeReceipt = {
  status: string
  contractAddress?: string | null | undefined
  blockHash: string
  logs?: readonly NodeLog[] | undefined
}

/**
 * Adds what the index lacks about transactions: the receipt and, for those known only from logs, the transaction and
 * its block's time. Each is read from the chain once, in at most two batches, and stored.
 *
 * @returns the transactions by hash, without those that a reorganisation has moved to another block.
 */
export async function completeTransactions({
  chain,
  store,
  rows,
  deadline,
}: {
  chain: Chain
  store: IndexStore
  rows: readonly ActivityRow[]
  deadline: number
}): Promise<Map<string, KnownTransaction>> {
  const known = await store.transactions({ chain: chain.id, hashes: rows.map(({ hash }) => hash) })
  const usable = (row: ActivityRow): KnownTransaction | undefined => {
    const transaction = known.get(row.hash)
    if (transaction?.blockHash !== row.blockHash) return undefined
    // Rows of older versions lack `payee`, and the data of batches: read them again.
    const isOld = transaction.payee === null || (transaction.input === null && mayBeBatch(transaction))
    return isOld ? undefined : transaction
  }
  const open = rows.filter((row) => usable(row)?.status == null)
  const unseen = open.filter((row) => !usable(row))
  if (open.length > 0) {
    const epoch = await store.epoch(chain.id)
    const answers = await chain.requestMany(
      [
        ...open.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
        ...unseen.map(({ hash }) => ({ method: 'eth_getTransactionByHash', params: [hash] })),
      ],
      { deadline },
    )
    const blocks = [...new Set(unseen.map(({ blockNumber }) => blockNumber))]
    const headers = await chain.requestMany(
      blocks.map((number) => ({
        method: 'eth_getBlockByNumber',
        params: [`0x${number.toString(16)}`, false],
      })),
      { deadline },
    )
    const timestamps = new Map(
      blocks.map((number, index) => [number, Number(read<{ timestamp: string }>(headers[index])?.timestamp)]),
    )
    const transactionOf = (row: ActivityRow): BlockTransaction | undefined => {
      const node = read<NodeTransaction>(answers[open.length + unseen.indexOf(row)])
      const timestamp = timestamps.get(row.blockNumber)
      if (usable(row) || !node || !timestamp) return usable(row)
      return toBlockTransaction(node, { blockHash: row.blockHash, timestamp })
    }
    const found = new Map(open.map((row) => [row, transactionOf(row)]))
    const codes = await readCodes({ chain, transactions: [...found.values()], deadline })
    const completed: KnownTransaction[] = []
    for (const [index, row] of open.entries()) {
      const receipt = read<NodeReceipt>(answers[index])
      const transaction = found.get(row)
      if (!receipt || !transaction || receipt.blockHash.toLowerCase() !== row.blockHash) {
        known.delete(row.hash)
        continue
      }
      // Receipts before Byzantium have no status: count them as successful.
      const status = receipt.status === '0x0' ? 0 : 1
      const created = receipt.contractAddress?.toLowerCase() ?? null
      const hasCode = codes.get(transaction.hash) ?? null
      const operations =
        transaction.recipient === entryPoint ? readOperationResults(toLogs(receipt.logs)) : []
      completed.push({ ...transaction, status, created, hasCode, operations })
    }
    await store.completeTransactions({ chain: chain.id, epoch, transactions: completed })
    for (const transaction of completed) known.set(transaction.hash, transaction)
  }
  return known
}

function toLogs(logs: NodeReceipt['logs']) {
  return (logs ?? []).map((log) => ({ ...log, logIndex: Number(log.logIndex) }))
}

function read<Value>(answer: unknown): Value | undefined {
  return answer === null || answer === undefined || answer instanceof RpcError ? undefined : (answer as Value)
}
