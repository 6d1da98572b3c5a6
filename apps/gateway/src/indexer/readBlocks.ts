import { BaseError, RpcError } from '@portico/protocol'
import type { Chain } from '../chain/Chain.ts'
import type { Interval } from './intervals.ts'

/** A transaction as a block tells it. Addresses and hashes in lower case. */
export type BlockTransaction = {
  hash: string
  blockNumber: number
  blockHash: string
  txIndex: number
  /** Seconds. */
  timestamp: number
  sender: string
  /** Null: a contract is made. */
  recipient: string | null
  /** Wei. */
  value: string
  nonce: number
  /** First four bytes of the data, or `0x`. */
  selector: string
}

/** A transaction with what its receipt says; `status` 1 = success, 0 = failed, null = not asked yet. */
export type KnownTransaction = BlockTransaction & { status: number | null; created: string | null }

type NodeBlock = { number: string; hash: string; timestamp: string; transactions: NodeTransaction[] }
export type NodeTransaction = {
  hash: string
  from: string
  to?: string | null | undefined
  value: string
  nonce: string
  input: string
  transactionIndex: string
  blockNumber: string
  blockHash: string
}

const perBatch = 100
const concurrent = 3

/**
 * Reads blocks with all their transactions: the only way to find coin transfers and calls on a plain node.
 *
 * @throws {UpstreamsFailedError} if no node answers.
 */
export async function readBlocks({
  chain,
  range,
  deadline,
}: {
  chain: Chain
  range: Interval
  deadline: number
}): Promise<BlockTransaction[]> {
  const found: BlockTransaction[] = []
  let next = range.to
  async function work(): Promise<void> {
    while (next >= range.from) {
      const to = next
      const from = Math.max(range.from, to - perBatch + 1)
      next = from - 1
      const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
      const blocks = await chain.requestMany(
        numbers.map((number) => ({
          method: 'eth_getBlockByNumber',
          params: [`0x${number.toString(16)}`, true],
        })),
        { deadline },
      )
      for (const [index, block] of blocks.entries()) {
        if (block instanceof RpcError || block === null || typeof block !== 'object')
          throw new BaseError(`Block ${numbers[index]} of ${chain.id} could not be read.`, { cause: block })
        const { hash, timestamp, transactions } = block as NodeBlock
        for (const transaction of transactions)
          found.push(toBlockTransaction(transaction, { blockHash: hash, timestamp: Number(timestamp) }))
      }
    }
  }
  await Promise.all(Array.from({ length: concurrent }, work))
  return found
}

/** A node's transaction as it is kept. */
export function toBlockTransaction(
  { hash, from, to, value, nonce, input, transactionIndex, blockNumber }: NodeTransaction,
  { blockHash, timestamp }: { blockHash: string; timestamp: number },
): BlockTransaction {
  return {
    hash: hash.toLowerCase(),
    blockNumber: Number(blockNumber),
    blockHash: blockHash.toLowerCase(),
    txIndex: Number(transactionIndex),
    timestamp,
    sender: from.toLowerCase(),
    recipient: to?.toLowerCase() ?? null,
    value: BigInt(value).toString(),
    nonce: Number(nonce),
    selector: input.slice(0, 10).toLowerCase(),
  }
}
