import { keccak256, pad, toHex } from 'viem'
import { topics } from '../chains/evm/blocks/decodeTransfers.ts'
import type { SeenRequest } from './startUpstream.ts'

/** A coin transfer, or with `token` an ERC-20 transfer, alone in its block. */
export type FakeTransaction = { block: number; from: string; to: string; token?: string | undefined }

/** A chain whose RPC responses are computed, so that it can have any length. */
export type FakeChain = {
  answer(request: SeenRequest): { result: unknown }
  /** The hash of the transaction in a block. */
  hashIn(block: number): string
}

/** Creates a chain of `head` blocks, which are empty except for the given transactions. */
export function createFakeChain({
  head,
  transactions,
}: {
  head: number
  transactions: readonly FakeTransaction[]
}): FakeChain {
  const inBlock = new Map(transactions.map((transaction) => [transaction.block, transaction]))
  const blockHash = (number: number) => keccak256(toHex(`block ${number}`))
  const hashIn = (block: number) => keccak256(toHex(`transaction ${block}`))
  const byHash = new Map(transactions.map((transaction) => [hashIn(transaction.block), transaction]))

  function toNode({ block, from, to, token }: FakeTransaction) {
    return {
      hash: hashIn(block),
      blockNumber: toHex(block),
      blockHash: blockHash(block),
      transactionIndex: '0x0',
      from,
      to: token ?? to,
      value: token ? '0x0' : '0x1',
      nonce: '0x0',
      input: token ? '0xa9059cbb' : '0x',
    }
  }

  function toLog({ block, from, to, token = '' }: FakeTransaction) {
    return {
      address: token,
      topics: [topics.transfer, pad(from as '0x'), pad(to as '0x')],
      data: toHex(1, { size: 32 }),
      blockNumber: toHex(block),
      blockHash: blockHash(block),
      transactionHash: hashIn(block),
      transactionIndex: '0x0',
      logIndex: '0x0',
    }
  }

  function getBlock([tag, full]: [string, boolean]) {
    const number = tag === 'latest' ? head : Number(tag)
    if (number > head) return null
    const transaction = inBlock.get(number)
    return {
      number: toHex(number),
      hash: blockHash(number),
      parentHash: blockHash(number - 1),
      timestamp: toHex(1_700_000_000 + number),
      transactions: transaction ? [full ? toNode(transaction) : hashIn(number)] : [],
    }
  }

  type Filter = { fromBlock: string; toBlock: string; topics: (string | string[] | null)[] }
  function getLogs([{ fromBlock, toBlock, topics: wanted }]: [Filter]) {
    return transactions
      .filter(({ token, block }) => token && block >= Number(fromBlock) && block <= Number(toBlock))
      .map(toLog)
      .filter((log) =>
        wanted.every((topic, index) => topic === null || [topic].flat().includes(log.topics[index] ?? '')),
      )
  }

  function answer({ method, params }: SeenRequest): { result: unknown } {
    const [first] = params as [string]
    const transaction = byHash.get(first as '0x')
    switch (method) {
      case 'eth_blockNumber':
        return { result: toHex(head) }
      case 'eth_getBlockByNumber':
        return { result: getBlock(params as [string, boolean]) }
      case 'eth_getLogs':
        return { result: getLogs(params as [Filter]) }
      case 'eth_getTransactionByHash':
        return { result: transaction ? toNode(transaction) : null }
      case 'eth_getTransactionReceipt':
        return {
          result: transaction ? { ...toNode(transaction), status: '0x1', contractAddress: null } : null,
        }
      default:
        return { result: '0x0' }
    }
  }
  return { answer, hashIn }
}
