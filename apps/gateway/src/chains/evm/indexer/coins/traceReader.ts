import { BaseError } from '@portico/protocol'
import type { Chain } from '../../../shared/Chain.ts'
import type { CoinReader, CoinTransfer } from './CoinReader.ts'

/** A trace in the format of Erigon, Nethermind, Reth and Anvil. */
type NodeTrace = {
  type: string
  action: {
    callType?: string | undefined
    from?: string | undefined
    to?: string | undefined
    value?: string | undefined
    address?: string | undefined
    refundAddress?: string | undefined
    balance?: string | undefined
  }
  result?: { address?: string | undefined } | null | undefined
  error?: string | undefined
  traceAddress: readonly number[]
  blockHash: string
  blockNumber: number
  transactionHash?: string | null | undefined
  transactionPosition?: number | null | undefined
}

const perBatch = 50

/** Reads coin transfers with `trace_filter`, including those made by contracts. */
export function traceReader({ chain }: { chain: Chain }): CoinReader {
  async function filter(query: object, deadline: number): Promise<NodeTrace[]> {
    const answer = await chain.request({ method: 'trace_filter', params: [query] }, { deadline })
    if (!Array.isArray(answer)) throw new BaseError(`An upstream of ${chain.id} returned malformed traces.`)
    return answer as NodeTrace[]
  }

  /** Reads all traces of transactions, to find out whether a call around an inner transfer was reverted. */
  async function readTransactions(hashes: readonly string[], deadline: number): Promise<NodeTrace[][]> {
    const found: NodeTrace[][] = []
    for (let start = 0; start < hashes.length; start += perBatch) {
      const part = hashes.slice(start, start + perBatch)
      const calls = part.map((hash) => ({ method: 'trace_transaction', params: [hash] }))
      for (const answer of await chain.requestMany(calls, { deadline })) {
        if (answer instanceof Error) throw answer
        if (!Array.isArray(answer))
          throw new BaseError(`An upstream of ${chain.id} has no traces of a transaction.`)
        found.push(answer as NodeTrace[])
      }
    }
    return found
  }

  return {
    source: 'traces',
    isBounded: true,
    async read({ account, range, deadline }) {
      const blocks = { fromBlock: toHex(range.from), toBlock: toHex(range.to) }
      const answers = await Promise.all([
        filter({ ...blocks, fromAddress: [account] }, deadline),
        filter({ ...blocks, toAddress: [account] }, deadline),
      ])
      const traces = answers
        .flat()
        .filter(({ blockNumber }) => blockNumber >= range.from && blockNumber <= range.to)
      const topLevel = traces.filter(({ traceAddress }) => traceAddress.length === 0)
      const inner = new Set(
        traces.flatMap(({ traceAddress, transactionHash }) =>
          traceAddress.length > 0 && transactionHash ? [transactionHash] : [],
        ),
      )
      const transfers = [
        ...topLevel,
        ...(await readTransactions([...inner], deadline)).flatMap((transaction) => notReverted(transaction)),
      ].flatMap(toTransfer)
      const own = transfers.filter(({ sender, recipient }) => sender === account || recipient === account)
      return { transfers: own, from: range.from }
    },
  }
}

/** Returns the inner calls of a transaction that neither reverted themselves nor through a call around them. */
function notReverted(traces: readonly NodeTrace[]): NodeTrace[] {
  const reverted = traces.filter(({ error }) => error !== undefined).map(({ traceAddress }) => traceAddress)
  return traces.filter(
    ({ traceAddress }) =>
      traceAddress.length > 0 &&
      !reverted.some((around) => around.every((at, depth) => traceAddress[depth] === at)),
  )
}

function toTransfer(trace: NodeTrace): CoinTransfer[] {
  const { type, action, result, traceAddress, blockHash, blockNumber, transactionHash, transactionPosition } =
    trace
  // Block rewards belong to no transaction.
  if (!transactionHash || transactionPosition === null || transactionPosition === undefined) return []
  const isInner = traceAddress.length > 0
  const [from, to, value] =
    type === 'suicide'
      ? [action.address, action.refundAddress, action.balance]
      : [action.from, type === 'create' ? result?.address : action.to, action.value]
  // `delegatecall` and the like report a value but move none.
  if (isInner && (action.callType ?? 'call') !== 'call') return []
  const amount = BigInt(value ?? 0)
  if (isInner && amount === 0n) return []
  return [
    {
      blockNumber,
      blockHash: blockHash.toLowerCase(),
      txIndex: transactionPosition,
      txHash: transactionHash.toLowerCase(),
      trace: traceAddress.join('.'),
      sender: (from ?? '').toLowerCase(),
      recipient: (to ?? '').toLowerCase(),
      amount: amount.toString(),
    },
  ]
}

function toHex(block: number): string {
  return `0x${block.toString(16)}`
}
