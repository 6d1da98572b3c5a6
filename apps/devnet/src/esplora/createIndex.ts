import { hex } from '@scure/base'
import type { BitcoinChainName } from '../bitcoin/chain/addressParams.ts'
import { type Block, readBlock } from '../bitcoin/chain/Block.ts'
import {
  type BitcoinTransaction,
  readTransaction,
  type TransactionOutput,
} from '../bitcoin/chain/readTransaction.ts'
import type { BitcoinEngine } from '../bitcoin/engine/BitcoinEngine.ts'

/** A transaction with its place in the chain, if it has one yet. */
export interface IndexedTransaction {
  transaction: BitcoinTransaction
  block?: Block | undefined
}

export interface ChainIndex {
  chain: BitcoinChainName
  blocks: readonly Block[]
  find(txid: string): IndexedTransaction | undefined
  /** The output an input spends. */
  prevout(input: { txid: string; vout: number }): TransactionOutput | undefined
  /** Who spends an output, in the chain or in the mempool. */
  spender(outpoint: string): { txid: string; vin: number } | undefined
  /** Transactions with a script, oldest first: those of the chain, and those that wait. */
  history(script: Uint8Array): { confirmed: IndexedTransaction[]; waiting: IndexedTransaction[] }
  mempool: ReadonlyMap<string, BitcoinTransaction>
}

/**
 * An index of a node's chain by transaction, script and outpoint. It asks the node what is new before each answer, so it
 * is never behind and runs nothing in between.
 */
export function createIndex({ call, chain }: Pick<BitcoinEngine, 'call' | 'chain'>): {
  sync(): Promise<ChainIndex>
} {
  let blocks: Block[] = []
  const transactions = new Map<string, IndexedTransaction>()
  const byScript = new Map<string, IndexedTransaction[]>()
  const spenders = new Map<string, { txid: string; vin: number }>()
  const mempool = new Map<string, BitcoinTransaction>()
  const waitingSpenders = new Map<string, { txid: string; vin: number }>()

  const find = (txid: string): IndexedTransaction | undefined => {
    const waiting = mempool.get(txid)
    return transactions.get(txid) ?? (waiting && { transaction: waiting })
  }
  const prevout: ChainIndex['prevout'] = ({ txid, vout }) => find(txid)?.transaction.outputs[vout]
  const scriptsOf = (transaction: BitcoinTransaction): Set<string> => {
    const spent = transaction.isCoinbase ? [] : transaction.inputs.map(prevout)
    return new Set([...spent, ...transaction.outputs].flatMap((one) => (one ? [hex.encode(one.script)] : [])))
  }
  const noteSpends = (into: typeof spenders, { inputs, txid, isCoinbase }: BitcoinTransaction): void => {
    if (isCoinbase) return
    for (const [vin, input] of inputs.entries()) into.set(`${input.txid}:${input.vout}`, { txid, vin })
  }
  const add = (block: Block): void => {
    blocks.push(block)
    for (const transaction of block.transactions) {
      const indexed = { transaction, block }
      transactions.set(transaction.txid, indexed)
      noteSpends(spenders, transaction)
      for (const script of scriptsOf(transaction)) {
        const list = byScript.get(script)
        if (list) list.push(indexed)
        else byScript.set(script, [indexed])
      }
    }
  }

  const readChain = async (): Promise<void> => {
    if ((await call('getbestblockhash')) === blocks.at(-1)?.hash) return
    const height = await call<number>('getblockcount')
    const kept = blocks.slice(0, height + 1)
    while (kept.length > 0 && (await call('getblockhash', kept.length - 1)) !== kept.at(-1)?.hash) kept.pop()
    if (kept.length < blocks.length) {
      // A reorganisation. The chain is small: it is simply indexed again.
      blocks = []
      for (const map of [transactions, byScript, spenders]) map.clear()
      for (const block of kept) add(block)
    }
    for (let next = blocks.length; next <= height; next++) {
      const hash = await call<string>('getblockhash', next)
      add(readBlock(hex.decode(await call<string>('getblock', hash, 0)), next))
    }
  }
  const readMempool = async (): Promise<void> => {
    const ids = await call<string[]>('getrawmempool')
    const known = new Set(ids)
    for (const txid of mempool.keys()) if (!known.has(txid)) mempool.delete(txid)
    for (const txid of ids) {
      if (mempool.has(txid)) continue
      // Mined or replaced since the list was read: the next look finds it elsewhere.
      const raw = await call<string>('getrawtransaction', txid).catch(() => undefined)
      if (raw) mempool.set(txid, readTransaction(hex.decode(raw)))
    }
    waitingSpenders.clear()
    for (const transaction of mempool.values()) noteSpends(waitingSpenders, transaction)
  }

  const index: ChainIndex = {
    chain,
    get blocks() {
      return blocks
    },
    mempool,
    find,
    prevout,
    spender: (outpoint) => spenders.get(outpoint) ?? waitingSpenders.get(outpoint),
    history(script) {
      const wanted = hex.encode(script)
      const waiting = [...mempool.values()].filter((one) => scriptsOf(one).has(wanted))
      return {
        confirmed: byScript.get(wanted) ?? [],
        waiting: waiting.map((transaction) => ({ transaction })),
      }
    },
  }
  // One look after the other, and each request waits for one that began after it.
  let last: Promise<unknown> = Promise.resolve()
  return {
    sync() {
      const next = last
        .catch(() => {})
        .then(readChain)
        .then(readMempool)
      last = next
      return next.then(() => index)
    },
  }
}
