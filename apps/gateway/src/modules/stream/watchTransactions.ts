import { RpcError } from '@portico/protocol'
import type { StreamTxStatus } from '@portico/protocol/gateway'
import type { Chain } from '../../chain/Chain.ts'
import type { Publish } from './StreamMessage.ts'

/** How far a transaction is, and in which block. */
export type TxState = { status: StreamTxStatus; block?: { number: number; hash: string } | undefined }

export type TransactionWatch = {
  add(hash: string): void
  remove(hash: string): void
  /** Asks for those that may have moved on with a block. */
  look(block: number, deadline: number): Promise<void>
  /** Blocks from a number on are gone. */
  forget(from: number): void
  /** Blocks up to a number stay. */
  settle(finalized: number): Promise<void>
  /** Asks first, if nothing is known yet. */
  stateOf(hash: string, deadline: number): Promise<TxState>
  /** Whether one of them waits for being final. */
  isOpen(): boolean
}

/** Of more than these a part is asked for with each block, in turn: anybody may name any number of hashes. */
const perBlock = 1000
/** Two requests each: nodes refuse large batches. */
const perBatch = 50

/** Follows single transactions of one chain by their hashes: one exchange per block for 50 that are not mined. */
export function watchTransactions({
  chain,
  publish,
  onPending,
}: {
  chain: Chain
  publish: Publish
  /** Called with a transaction, as the node writes it, that waits. */
  onPending: (transaction: unknown) => Promise<void>
}): TransactionWatch {
  const states = new Map<string, TxState | undefined>()

  async function tell(hash: string, state: TxState, at: number): Promise<void> {
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
      await tell(hash, state, at)
    }
  }

  return {
    add(hash) {
      if (!states.has(hash)) states.set(hash, undefined)
    },
    remove: (hash) => void states.delete(hash),
    async look(block, deadline) {
      const open = [...states].flatMap(([hash, state]) => (state?.block ? [] : hash)).slice(0, perBlock)
      for (let start = 0; start < open.length; start += perBatch) {
        const batch = open.slice(start, start + perBatch).filter((hash) => states.has(hash))
        for (const hash of batch) {
          const state = states.get(hash)
          // To the end of the line.
          states.delete(hash)
          states.set(hash, state)
        }
        if (batch.length > 0) await read(batch, block, deadline)
      }
    },
    forget(from) {
      // What has become of them is told with the next look: most are in the new chain as well.
      for (const [hash, state] of states)
        if (state?.block && state.block.number >= from) states.set(hash, undefined)
    },
    async settle(finalized) {
      for (const [hash, state] of states)
        if (state?.status === 'confirmed' && state.block && state.block.number <= finalized)
          await tell(hash, { ...state, status: 'finalized' }, finalized)
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
