import { hex } from '@scure/base'
import type { Journal } from '../../files/openJournal.ts'
import type { BitcoinChainName } from '../chain/addressParams.ts'
import { type Block, encodeBlock, readBlock } from '../chain/Block.ts'
import {
  type BitcoinTransaction,
  noTxid,
  readTransaction,
  type TransactionOutput,
} from '../chain/readTransaction.ts'
import { checkTransaction } from './checkTransaction.ts'
import { genesisBlocks } from './genesisBlocks.ts'
import { mineBlock } from './mineBlock.ts'
import { Reject } from './Reject.ts'
import { verifyInput } from './verifyInput.ts'

/** An unspent output. */
export interface Coin extends TransactionOutput {
  height: number
  isCoinbase: boolean
}

export interface MempoolEntry {
  transaction: BitcoinTransaction
  fee: bigint
  /** Seconds since 1970. */
  time: number
}

/** An entry of the journal. `seeded` is the id of the transaction that the seed left unconfirmed. */
export type LedgerEvent =
  | { block: string }
  | { transaction: string; time: number }
  | { invalid: string }
  | { seeded: string }

export interface BitcoinLedger {
  /** Blocks by height. */
  blocks: readonly Block[]
  mempool: ReadonlyMap<string, MempoolEntry>
  /** Returns an unspent output of the chain, optionally also of the mempool. */
  coin(outpoint: string, options: { mempool: boolean }): Coin | undefined
  /** Returns a transaction and its block. */
  transaction(txid: string): { transaction: BitcoinTransaction; block?: Block | undefined } | undefined
  /** Adds a transaction to the mempool, or only tests it. Throws {@link Reject} if a node would refuse it. */
  accept(transaction: BitcoinTransaction, options?: { test: boolean }): { fee: bigint }
  /** Mines a block with the whole mempool, or with the given transactions of it. */
  mine(parameters: { script: Uint8Array; txids?: readonly string[] | undefined }): Block
  /** Removes a block and its descendants; their transactions return to the mempool. */
  invalidate(hash: string): void
  setTime(seconds: number | undefined): void
  medianTime(height: number): number
}

const coinbaseMaturity = 100
/** Minimum relay fee in satoshi per 1000 virtual bytes. */
const minFeeRate = 1_000n
const maxSequenceLocked = 0x80000000
/** Block weight reserved for the coinbase. */
const maxBlockWeight = 3_996_000
const lockTimeIsTime = 500_000_000

const outpointOf = ({ txid, vout }: { txid: string; vout: number }): string => `${txid}:${vout}`

/**
 * Creates a chain in memory with a journal on disk: coins, mempool, mining. It is a development tool: it checks
 * transactions with `verifyInput` and `checkTransaction`, and has no peers.
 *
 * @param now milliseconds since 1970
 */
export function createBitcoinLedger({
  chain,
  now,
  journal,
}: {
  chain: BitcoinChainName
  now: () => number
  journal?: Journal<LedgerEvent> | undefined
}): BitcoinLedger {
  let mockTime: number | undefined
  const blocks: Block[] = [readBlock(genesisBlocks[chain], 0)]
  // Coins spent by each block, to restore them on a reorganisation.
  const spent: [string, Coin][][] = [[]]
  const coins = new Map<string, Coin>()
  const places = new Map<string, number>()
  const mempool = new Map<string, MempoolEntry>()
  /** Returns the mempool transaction that spends an output. */
  const spenders = new Map<string, string>()

  const tip = (): Block => blocks.at(-1) as Block
  const seconds = (): number => mockTime ?? Math.floor(now() / 1_000)
  const medianTime = (height: number): number => {
    const times = blocks.slice(Math.max(0, height - 10), height + 1).map(({ time }) => time)
    return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
  }
  const mempoolCoin = (outpoint: string): Coin | undefined => {
    const [txid = '', vout] = outpoint.split(':')
    const output = mempool.get(txid)?.transaction.outputs[Number(vout)]
    return output && { ...output, height: tip().height + 1, isCoinbase: false }
  }

  const connect = (block: Block): void => {
    const undo: [string, Coin][] = []
    for (const { inputs, outputs, txid, isCoinbase } of block.transactions) {
      for (const input of isCoinbase ? [] : inputs) {
        const outpoint = outpointOf(input)
        undo.push([outpoint, coins.get(outpoint) as Coin])
        coins.delete(outpoint)
      }
      for (const [vout, output] of outputs.entries()) {
        // OP_RETURN outputs cannot be spent.
        if (output.script[0] !== 0x6a)
          coins.set(`${txid}:${vout}`, { ...output, height: block.height, isCoinbase })
      }
      places.set(txid, block.height)
      mempool.delete(txid)
    }
    blocks.push(block)
    spent.push(undo)
    dropConflicts()
  }
  const dropConflicts = (): void => {
    // In order of arrival, so that parents come before children.
    const entries = [...mempool.values()]
    mempool.clear()
    spenders.clear()
    for (const entry of entries) {
      const inputs = entry.transaction.inputs.map(outpointOf)
      if (inputs.every((outpoint) => coins.has(outpoint) || mempoolCoin(outpoint))) keep(entry)
    }
  }
  const keep = (entry: MempoolEntry): void => {
    mempool.set(entry.transaction.txid, entry)
    for (const input of entry.transaction.inputs) spenders.set(outpointOf(input), entry.transaction.txid)
  }
  const remove = (txid: string): void => {
    const entry = mempool.get(txid)
    if (!entry) return
    mempool.delete(txid)
    for (const input of entry.transaction.inputs) spenders.delete(outpointOf(input))
    for (const [vout] of entry.transaction.outputs.entries()) {
      const child = spenders.get(`${txid}:${vout}`)
      if (child) remove(child)
    }
  }

  const check = (transaction: BitcoinTransaction): { fee: bigint; conflicts: string[] } => {
    const { txid, inputs, outputs, lockTime, vsize } = transaction
    checkTransaction(transaction)
    if (mempool.has(txid)) throw new Reject('txn-already-in-mempool')
    if (outputs.some((_output, vout) => coins.has(`${txid}:${vout}`))) throw new Reject('txn-already-known')
    const next = tip().height + 1
    const isFinal =
      lockTime < (lockTime < lockTimeIsTime ? next : medianTime(tip().height)) ||
      inputs.every(({ sequence }) => sequence === 0xffffffff)
    if (!isFinal) throw new Reject('non-final')
    const spending = inputs.map((input) => {
      const coin = coins.get(outpointOf(input)) ?? mempoolCoin(outpointOf(input))
      if (!coin) throw new Reject('bad-txns-inputs-missingorspent')
      return coin
    })
    for (const [index, { isCoinbase, height }] of spending.entries()) {
      if (isCoinbase && next - height < coinbaseMaturity)
        throw new Reject(
          'bad-txns-premature-spend-of-coinbase',
          `tried to spend coinbase at depth ${next - height}`,
        )
      const { sequence } = inputs[index] as { sequence: number }
      if (transaction.version < 2 || sequence >= maxSequenceLocked) continue
      // BIP-68, by height only; relative locks by time are not implemented.
      if (sequence & 0x400000 || height + (sequence & 0xffff) > next) throw new Reject('non-BIP68-final')
    }
    const sum = (list: readonly { amount: bigint }[]): bigint =>
      list.reduce((total, { amount }) => total + amount, 0n)
    const fee = sum(spending) - sum(outputs)
    if (fee < 0n)
      throw new Reject(
        'bad-txns-in-belowout',
        `value in (${toCoins(sum(spending))}) < value out (${toCoins(sum(outputs))})`,
      )
    const minFee = (minFeeRate * BigInt(vsize) + 999n) / 1_000n
    if (fee < minFee) throw new Reject('min relay fee not met', `${fee} < ${minFee}`)
    for (const index of inputs.keys()) verifyInput(transaction, index, spending)
    return { fee, conflicts: conflictsOf(transaction, fee) }
  }
  /** Returns the transactions it would replace, with descendants; its fee must cover theirs and its own relay. */
  const conflictsOf = ({ txid, inputs, vsize }: BitcoinTransaction, fee: bigint): string[] => {
    const conflicts = new Set<string>()
    const visit = (id: string): void => {
      if (conflicts.has(id)) return
      conflicts.add(id)
      for (const [vout] of mempool.get(id)?.transaction.outputs.entries() ?? []) {
        const child = spenders.get(`${id}:${vout}`)
        if (child) visit(child)
      }
    }
    for (const input of inputs) {
      const conflicting = spenders.get(outpointOf(input))
      if (conflicting) visit(conflicting)
    }
    if (conflicts.size === 0) return []
    if (inputs.some((input) => conflicts.has(input.txid)))
      throw new Reject('bad-txns-spends-conflicting-tx', `${txid} spends conflicting transaction`)
    const replaced = [...conflicts].reduce((total, id) => total + (mempool.get(id)?.fee ?? 0n), 0n)
    const minFee = replaced + (minFeeRate * BigInt(vsize)) / 1_000n
    if (fee < minFee)
      throw new Reject(
        'insufficient fee',
        `rejecting replacement ${txid}, fees ${toCoins(fee)} < ${toCoins(minFee)}`,
      )
    return [...conflicts]
  }

  const accept = (transaction: BitcoinTransaction, time: number): MempoolEntry => {
    const { fee, conflicts } = check(transaction)
    for (const txid of conflicts) remove(txid)
    const entry = { transaction, fee, time }
    keep(entry)
    return entry
  }
  const disconnect = (): void => {
    const block = blocks.pop() as Block
    const undo = spent.pop() ?? []
    for (const { txid, outputs } of block.transactions) {
      places.delete(txid)
      for (const vout of outputs.keys()) coins.delete(`${txid}:${vout}`)
    }
    for (const [outpoint, coin] of undo) {
      // A coin created and spent in the same block is removed with it.
      if (coin.height < block.height) coins.set(outpoint, coin)
    }
  }
  /** Adds a transaction that was valid before; drops it if it no longer is. */
  const acceptAgain = (transaction: BitcoinTransaction, time: number): void => {
    try {
      accept(transaction, time)
    } catch (error) {
      if (!(error instanceof Reject)) throw error
    }
  }
  const invalidate = (hash: string): void => {
    const height = blocks.findIndex((block) => block.hash === hash)
    if (height < 1) throw new Reject('Block not found')
    const back: BitcoinTransaction[] = []
    while (blocks.length > height) {
      back.unshift(...tip().transactions.filter(({ isCoinbase }) => !isCoinbase))
      disconnect()
    }
    const waiting = [...mempool.values()].map(({ transaction }) => transaction)
    mempool.clear()
    spenders.clear()
    for (const transaction of [...back, ...waiting]) acceptAgain(transaction, seconds())
  }

  for (const event of journal?.entries ?? []) {
    if ('block' in event) connect(readBlock(hex.decode(event.block), blocks.length))
    else if ('invalid' in event) invalidate(event.invalid)
    else if ('transaction' in event) acceptAgain(readTransaction(hex.decode(event.transaction)), event.time)
  }

  return {
    blocks,
    mempool,
    coin(outpoint, options) {
      if (options.mempool && spenders.has(outpoint)) return undefined
      return coins.get(outpoint) ?? (options.mempool ? mempoolCoin(outpoint) : undefined)
    },
    transaction(txid) {
      const waiting = mempool.get(txid)
      if (waiting) return { transaction: waiting.transaction }
      const block = blocks[txid === noTxid ? -1 : (places.get(txid) ?? -1)]
      const transaction = block?.transactions.find((one) => one.txid === txid)
      return transaction && { transaction, block }
    },
    accept(transaction, { test } = { test: false }) {
      if (test) return check(transaction)
      const { fee, time } = accept(transaction, seconds())
      journal?.add({ transaction: hex.encode(transaction.raw), time })
      return { fee }
    },
    mine({ script, txids }) {
      const picked: MempoolEntry[] = []
      let weight = 0
      // In order of arrival parents come before children.
      for (const entry of mempool.values()) {
        if (txids && !txids.includes(entry.transaction.txid)) continue
        if (weight + entry.transaction.weight > maxBlockWeight) break
        weight += entry.transaction.weight
        picked.push(entry)
      }
      const chosen = new Set(picked.map(({ transaction }) => transaction.txid))
      const isComplete = picked.every(({ transaction }) =>
        transaction.inputs.every((input) => coins.has(outpointOf(input)) || chosen.has(input.txid)),
      )
      if (!isComplete || (txids && picked.length < new Set(txids).size))
        throw new Reject('TestBlockValidity failed: bad-txns-inputs-missingorspent')
      const block = mineBlock({
        previous: tip().hash,
        height: tip().height + 1,
        time: Math.max(medianTime(tip().height) + 1, seconds()),
        script,
        transactions: picked.map(({ transaction }) => transaction),
        fees: picked.reduce((total, { fee }) => total + fee, 0n),
      })
      connect(block)
      journal?.add({ block: hex.encode(encodeBlock(block)) })
      return block
    },
    invalidate(hash) {
      invalidate(hash)
      journal?.add({ invalid: hash })
    },
    setTime(time) {
      mockTime = time
    },
    medianTime,
  }
}

/** Formats satoshi as BTC. */
function toCoins(amount: bigint): string {
  const digits = String(amount).padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}
