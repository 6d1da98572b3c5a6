import { BaseError } from '@portico/protocol'
import type { BlockTransaction } from '../../shared/activity/KnownTransaction.ts'
import type { TokenTransfer } from '../../shared/activity/TokenTransfer.ts'
import type { UserOperation } from '../../shared/activity/UserOperation.ts'
import type { Chain } from '../../shared/Chain.ts'
import { decodeOperation } from '../batches/decodeOperation.ts'
import { userOperationTopic } from '../batches/readOperationResults.ts'
import { decodeTransfers, type NodeLog, topics } from './decodeTransfers.ts'
import { involves, type NodeTransaction, toBlockTransaction } from './readBlocks.ts'

/** The transfers of one block that involve certain accounts. */
export type BlockTransfers = {
  /** Token transfers, in block order. */
  transfers: TokenTransfer[]
  /** Coin transfers and calls from or to one of the accounts. */
  transactions: BlockTransaction[]
  /** User operations of the accounts, which others' transactions execute. */
  operations: UserOperation[]
}

type NodeBlock = { hash: string; timestamp: string; transactions: NodeTransaction[] }

/**
 * Reads the transfers in one block for any number of accounts: one `eth_getLogs` without account filters, and the block
 * with its transactions. The accounts are matched here, so the requests do not depend on their number, and the upstream
 * does not learn which they are.
 *
 * @param options.hash the block's hash; its number may refer to another block by now.
 * @param options.accounts addresses in lower case.
 * @throws {BaseError} if the upstream does not have the block: it was reorganised away, or the upstream is behind.
 * @throws {RpcError | UpstreamsFailedError} if the chain cannot be read.
 * @example
 * const { transfers } = await readBlockTransfers({ chain, hash: head.hash, accounts: new Set(['0xf39f…']), deadline })
 */
export async function readBlockTransfers({
  chain,
  hash,
  accounts,
  deadline,
}: {
  chain: Chain
  hash: string
  accounts: ReadonlySet<string>
  deadline: number
}): Promise<BlockTransfers> {
  if (accounts.size === 0) return { transfers: [], transactions: [], operations: [] }
  const [logs, block] = await chain.requestMany(
    [
      {
        method: 'eth_getLogs',
        params: [{ blockHash: hash, topics: [[...Object.values(topics), userOperationTopic]] }],
      },
      { method: 'eth_getBlockByHash', params: [hash, true] },
    ],
    { deadline },
  )
  if (logs instanceof Error) throw logs
  if (block instanceof Error) throw block
  if (!Array.isArray(logs) || !block)
    throw new BaseError(`An upstream of ${chain.id} does not have the block.`)
  const isWatched = (address: string | null) => address !== null && accounts.has(address)
  const { timestamp, transactions } = block as NodeBlock
  return {
    transfers: (logs as NodeLog[])
      .flatMap(decodeTransfers)
      .filter(({ sender, recipient }) => isWatched(sender) || isWatched(recipient)),
    operations: (logs as NodeLog[])
      .map(decodeOperation)
      .filter((operation) => operation !== undefined)
      .filter(({ sender }) => isWatched(sender)),
    transactions: transactions
      .filter((transaction) => involves(transaction, accounts))
      .map((transaction) =>
        toBlockTransaction(transaction, { blockHash: hash, timestamp: Number(timestamp) }),
      ),
  }
}
