import { keccak256, pad, toHex } from 'viem'
import { topics } from '../chains/evm/blocks/decodeTransfers.ts'
import type { SeenRequest } from './startUpstream.ts'

/**
 * A transfer of one wei, or with `token` an ERC-20 transfer, alone in its block. With `through`, a contract passes the wei on.
 */
export type FakeTransaction = {
  block: number
  from: string
  to: string
  token?: string | undefined
  through?: string | undefined
}

/** A chain whose RPC responses are computed, so that it can have any length. */
export type FakeChain = {
  answer(request: SeenRequest): { result: unknown } | { error: unknown }
  /** The hash of the transaction in a block. */
  hashIn(block: number): string
}

/** Creates a chain of `head` blocks, which are empty except for the given transactions. */
export function createFakeChain({
  head,
  transactions,
  archive = false,
  traces = false,
  fork = Number.POSITIVE_INFINITY,
}: {
  head: number
  transactions: readonly FakeTransaction[]
  /** Whether the node has the state at every block. Otherwise it has that of the newest only. */
  archive?: boolean | undefined
  /** Whether the node traces blocks. */
  traces?: boolean | undefined
  /** From this block on, the blocks are others than those of a chain without it. */
  fork?: number | undefined
}): FakeChain {
  const inBlock = new Map(transactions.map((transaction) => [transaction.block, transaction]))
  const blockHash = (number: number) =>
    keccak256(toHex(number < fork ? `block ${number}` : `block ${number} of a fork`))
  const hashIn = (block: number) => keccak256(toHex(`transaction ${block}`))
  const byHash = new Map(transactions.map((transaction) => [hashIn(transaction.block), transaction]))

  function toNode({ block, from, to, token, through }: FakeTransaction) {
    return {
      hash: hashIn(block),
      blockNumber: toHex(block),
      blockHash: blockHash(block),
      transactionIndex: '0x0',
      from,
      to: token ?? through ?? to,
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

  /** Answers a request for an account's state; `read` computes it from the transactions up to the block. */
  function getState(tag: string, read: (before: readonly FakeTransaction[]) => bigint) {
    const block = Number(tag)
    if (!archive && block < head) return { error: { code: -32000, message: 'missing trie node' } }
    return { result: toHex(read(transactions.filter((one) => !(one.block > block)))) }
  }

  function traceBlock(block: number) {
    const { from, to, token, through } = inBlock.get(block) ?? {}
    if (!from) return []
    const value = token ? '0x0' : '0x1'
    const inner = through && [
      { type: 'CALL', from: through, to, value },
      { type: 'DELEGATECALL', from: through, to, value },
      { type: 'CALL', from: through, to, value: '0x5', error: 'execution reverted' },
    ]
    return [{ result: { type: 'CALL', from, to: through ?? token ?? to, value, calls: inner } }]
  }

  function answer({ method, params }: SeenRequest): { result: unknown } | { error: unknown } {
    const [first, second = ''] = params as [string, string?]
    const transaction = byHash.get(first as '0x')
    switch (method) {
      case 'eth_blockNumber':
        return { result: toHex(head) }
      case 'eth_getBlockByNumber':
        return { result: getBlock(params as [string, boolean]) }
      case 'eth_getLogs':
        return { result: getLogs(params as [Filter]) }
      case 'eth_getBalance':
        return getState(second, (before) =>
          before
            .filter(({ token }) => !token)
            .reduce((sum, { from, to }) => sum + BigInt(to === first) - BigInt(from === first), 1000n),
        )
      case 'eth_getTransactionCount':
        return getState(second, (before) => BigInt(before.filter(({ from }) => from === first).length))
      case 'eth_getCode':
        return { result: '0x' }
      case 'debug_traceBlockByNumber':
        return traces
          ? { result: traceBlock(Number(first)) }
          : { error: { code: -32601, message: 'the method does not exist' } }
      case 'eth_getTransactionByHash':
        return { result: transaction ? toNode(transaction) : null }
      case 'eth_getTransactionReceipt':
        return {
          result: transaction
            ? {
                ...toNode(transaction),
                status: '0x1',
                contractAddress: null,
                gasUsed: '0x0',
                effectiveGasPrice: '0x0',
              }
            : null,
        }
      default:
        return { result: '0x0' }
    }
  }
  return { answer, hashIn }
}
