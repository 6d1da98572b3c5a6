import { BaseError, RpcError } from '@portico/protocol'
import type { BlockTransaction } from '../../shared/activity/KnownTransaction.ts'
import type { Chain } from '../../shared/Chain.ts'
import { readBatchInput } from '../batches/readBatchInput.ts'
import { type NodeAuthorization, readDelegate } from '../batches/readDelegate.ts'
import type { Interval } from './intervals.ts'
import { readPayee } from './readPayee.ts'

type NodeBlock = { number: string; hash: string; timestamp: string; transactions: NodeTransaction[] }
/** A transaction as JSON-RPC returns it. */
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
  authorizationList?: readonly NodeAuthorization[] | undefined
}

const perBatch = 100
const concurrent = 3

/**
 * Reads all transactions of a block range, or those from or to one of the accounts. With the standard methods this is the only way to
 * find coin transfers.
 *
 * @param options.accounts addresses in lower case.
 * @throws {BaseError} if a block is missing.
 * @throws {UpstreamsFailedError} if no upstream answers.
 */
export async function readBlocks({
  chain,
  range,
  accounts,
  deadline,
}: {
  chain: Chain
  range: Interval
  accounts?: ReadonlySet<string> | undefined
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
          if (!accounts || involves(transaction, accounts))
            found.push(toBlockTransaction(transaction, { blockHash: hash, timestamp: Number(timestamp) }))
      }
    }
  }
  await Promise.all(Array.from({ length: concurrent }, work))
  return found
}

/**
 * Whether a transaction is from or to one of the accounts, in lower case. Asked before `toBlockTransaction`, which recovers who has signed
 * authorizations: a block can be full of them.
 */
export function involves(
  { from, to }: Pick<NodeTransaction, 'from' | 'to'>,
  accounts: ReadonlySet<string>,
): boolean {
  return accounts.has(from.toLowerCase()) || (typeof to === 'string' && accounts.has(to.toLowerCase()))
}

/** Converts a JSON-RPC transaction. */
export function toBlockTransaction(
  {
    hash,
    from,
    to,
    value,
    nonce,
    input,
    transactionIndex,
    blockNumber,
    authorizationList: authorizations,
  }: NodeTransaction,
  { blockHash, timestamp }: { blockHash: string; timestamp: number },
): BlockTransaction {
  const sender = from.toLowerCase()
  const recipient = to?.toLowerCase() ?? null
  return {
    hash: hash.toLowerCase(),
    blockNumber: Number(blockNumber),
    blockHash: blockHash.toLowerCase(),
    txIndex: Number(transactionIndex),
    timestamp,
    sender,
    recipient,
    value: BigInt(value).toString(),
    nonce: Number(nonce),
    selector: input.slice(0, 10).toLowerCase(),
    payee: readPayee(input),
    input: readBatchInput({ sender, recipient, input }),
    delegate: readDelegate({ authorizations, sender, nonce: Number(nonce) }),
  }
}
