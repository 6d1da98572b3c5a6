import { BaseError } from '@portico/protocol'
import type { Chain } from '../chain/Chain.ts'
import { decodeTransfers, type NodeLog, type TokenTransfer, topics } from './decodeTransfers.ts'
import { type BlockTransaction, type NodeTransaction, toBlockTransaction } from './readBlocks.ts'

/** What one block holds for some accounts. */
export type BlockTransfers = {
  /** Of tokens, in the order of the block. */
  transfers: TokenTransfer[]
  /** Coin transfers and calls by or to one of the accounts. */
  transactions: BlockTransaction[]
}

type NodeBlock = { hash: string; timestamp: string; transactions: NodeTransaction[] }

/**
 * Reads what one block holds for any number of accounts: one `eth_getLogs` without accounts in it and the block with its
 * transactions, in one exchange, matched here. So a node is asked the same whether one account is followed or a million,
 * and is not told which.
 *
 * @param options.hash of the block; by hash, as its number may be another block's by now.
 * @param options.accounts lower case.
 * @throws {BaseError} if the node does not have the block: it was replaced, or the node is behind.
 * @throws {RpcError | UpstreamsFailedError} if the chain cannot be asked.
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
  if (accounts.size === 0) return { transfers: [], transactions: [] }
  const [logs, block] = await chain.requestMany(
    [
      { method: 'eth_getLogs', params: [{ blockHash: hash, topics: [Object.values(topics)] }] },
      { method: 'eth_getBlockByHash', params: [hash, true] },
    ],
    { deadline },
  )
  if (logs instanceof Error) throw logs
  if (block instanceof Error) throw block
  if (!Array.isArray(logs) || !block) throw new BaseError(`A node of ${chain.id} does not have the block.`)
  const isWatched = (address: string | null) => address !== null && accounts.has(address)
  const { timestamp, transactions } = block as NodeBlock
  return {
    transfers: (logs as NodeLog[])
      .flatMap(decodeTransfers)
      .filter(({ sender, recipient }) => isWatched(sender) || isWatched(recipient)),
    transactions: transactions
      .map((transaction) =>
        toBlockTransaction(transaction, { blockHash: hash, timestamp: Number(timestamp) }),
      )
      .filter(({ sender, recipient }) => isWatched(sender) || isWatched(recipient)),
  }
}
