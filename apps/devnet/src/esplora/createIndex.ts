import { hex } from '@scure/base'
import type { BitcoinChainName } from '../bitcoin/chain/addressParams.ts'
import { type Block, readBlock } from '../bitcoin/chain/Block.ts'
import {
  type BitcoinTransaction,
  readTransaction,
  type TransactionOutput,
} from '../bitcoin/chain/readTransaction.ts'
import type { BitcoinEngine } from '../bitcoin/engine/BitcoinEngine.ts'

/** A transaction with its position in the chain, if it is confirmed. */
export interface IndexedTransaction {
  transaction: BitcoinTransaction
  block?: Block | undefined
}

export interface ChainIndex {
  chain: BitcoinChainName
  blocks: readonly Block[]
  find(txid: string): IndexedTransaction | undefined
  /** Returns the output that an input spends. */
  prevout(input: { txid: string; vout: number }): TransactionOutput | undefined
  /** Returns the transaction that spends an output, in the chain or the mempool. */
  spender(outpoint: string): { txid: string; vin: number } | undefined
  /** Returns the transactions of a script, oldest first: confirmed and unconfirmed. */
  history(script: Uint8Array): { confirmed: IndexedTransaction[]; waiting: IndexedTransaction[] }
  mempool: ReadonlyMap<string, BitcoinTransaction>
}

/**
 * Creates an index of a node's chain by transaction, script and outpoint. It reads new blocks from the node before each
 * response, so it is always current without a background process.
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
    const unchanged = blocks.slice(0, height + 1)
    while (
      unchanged.length > 0 &&
      (await call('getblockhash', unchanged.length - 1)) !== unchanged.at(-1)?.hash
    )
      unchanged.pop()
    if (unchanged.length < blocks.length) {
      // Reorganisation: index the small chain again.
      blocks = []
      for (const map of [transactions, byScript, spenders]) map.clear()
      for (const block of unchanged) add(block)
    }
    for (let next = blocks.length; next <= height; next++) {
      const hash = await call<string>('getblockhash', next)
      add(readBlock(hex.decode(await call<string>('getblock', hash, 0)), next))
    }
  }
  const readMempool = async (): Promise<void> => {
    const ids = await call<string[]>('getrawmempool')
    const currentIds = new Set(ids)
    for (const txid of mempool.keys()) if (!currentIds.has(txid)) mempool.delete(txid)
    for (const txid of ids) {
      if (mempool.has(txid)) continue
      // Mined or replaced since the list was read; the next update finds it.
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
      const scriptHex = hex.encode(script)
      const waiting = [...mempool.values()].filter((one) => scriptsOf(one).has(scriptHex))
      return {
        confirmed: byScript.get(scriptHex) ?? [],
        waiting: waiting.map((transaction) => ({ transaction })),
      }
    },
  }
  // Updates run one after the other; each request waits for an update that starts after it.
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
