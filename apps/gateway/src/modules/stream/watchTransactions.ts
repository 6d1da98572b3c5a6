import { RpcError } from '@portico/protocol'
import type { StreamTxStatus } from '@portico/protocol/gateway'
import type { Chain } from '../../chains/shared/Chain.ts'
import type { Publish } from './StreamMessage.ts'

/** The status of a transaction, and its block. */
export type TxState = { status: StreamTxStatus; block?: { number: number; hash: string } | undefined }

export type TransactionWatch = {
  add(hash: string): void
  remove(hash: string): void
  /** Reads the transactions whose status may have changed with a new block. */
  refresh(block: number, deadline: number): Promise<void>
  /** Deletes the state of transactions in blocks from a number on, after a reorg. */
  forget(from: number): void
  /** Marks transactions in blocks up to a number as finalized. */
  settle(finalized: number): Promise<void>
  /** Returns the state of a transaction; reads it first if it is not known yet. */
  stateOf(hash: string, deadline: number): Promise<TxState>
  /** Whether a transaction is confirmed but not finalized. */
  isOpen(): boolean
}

/** Transactions read per block; further ones take turns. Bounds the load, as clients can subscribe to any hashes. */
const perBlock = 1000
/** Transactions per batch. Each takes two requests, and nodes reject large batches. */
const perBatch = 50

/** Watches transactions of one chain by hash. Each block takes one batch per 50 transactions that are not mined. */
export function watchTransactions({
  chain,
  publish,
  onPending,
}: {
  chain: Chain
  publish: Publish
  /** Called with each pending transaction in the JSON-RPC format. */
  onPending: (transaction: unknown) => Promise<void>
}): TransactionWatch {
  const states = new Map<string, TxState | undefined>()

  async function publishState(hash: string, state: TxState, at: number): Promise<void> {
    const before = states.get(hash)
    if (!states.has(hash) || (before?.status === state.status && before.block?.hash === state.block?.hash))
      return
    states.set(hash, state)
    const topic = `tx:${chain.id}:${hash}`
    await publish({
      event: 'tx.status',
      data: { topic, status: state.status, ...(state.block ? { block: state.block } : {}) },
      key: `${topic}|${state.status}|${state.block?.hash ?? at}`,
    })
  }

  async function read(hashes: readonly string[], at: number, deadline: number): Promise<void> {
    const answers = await chain.requestMany(
      hashes.flatMap((hash) => [
        { method: 'eth_getTransactionReceipt', params: [hash] },
        { method: 'eth_getTransactionByHash', params: [hash] },
      ]),
      { deadline },
    )
    for (const [index, hash] of hashes.entries()) {
      const [receipt, transaction] = [answers[index * 2], answers[index * 2 + 1]]
      if (receipt instanceof RpcError || transaction instanceof RpcError) continue
      const state = toState(receipt, transaction)
      if (state.status === 'pending') await onPending(transaction)
      await publishState(hash, state, at)
    }
  }

  return {
    add(hash) {
      if (!states.has(hash)) states.set(hash, undefined)
    },
    remove: (hash) => void states.delete(hash),
    async refresh(block, deadline) {
      const open = [...states].flatMap(([hash, state]) => (state?.block ? [] : hash)).slice(0, perBlock)
      for (let start = 0; start < open.length; start += perBatch) {
        const batch = open.slice(start, start + perBatch).filter((hash) => states.has(hash))
        for (const hash of batch) {
          const state = states.get(hash)
          // Move the transaction to the end of the queue.
          states.delete(hash)
          states.set(hash, state)
        }
        if (batch.length > 0) await read(batch, block, deadline)
      }
    },
    forget(from) {
      // The next refresh publishes their new state: most are included in the new chain as well.
      for (const [hash, state] of states)
        if (state?.block && state.block.number >= from) states.set(hash, undefined)
    },
    async settle(finalized) {
      for (const [hash, state] of states)
        if (state?.status === 'confirmed' && state.block && state.block.number <= finalized)
          await publishState(hash, { ...state, status: 'finalized' }, finalized)
    },
    async stateOf(hash, deadline) {
      if (states.get(hash) === undefined) await read([hash], 0, deadline)
      return states.get(hash) ?? { status: 'unknown' }
    },
    isOpen: () => [...states.values()].some((state) => state?.status === 'confirmed'),
  }
}

function toState(receipt: unknown, transaction: unknown): TxState {
  const mined = receipt as { status?: string; blockNumber?: string; blockHash?: string } | null | undefined
  if (typeof mined?.blockNumber === 'string' && typeof mined.blockHash === 'string')
    return {
      status: mined.status === '0x0' ? 'reverted' : 'confirmed',
      block: { number: Number(mined.blockNumber), hash: mined.blockHash.toLowerCase() },
    }
  return { status: transaction ? 'pending' : 'unknown' }
}
