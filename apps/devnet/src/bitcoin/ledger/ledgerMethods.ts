import { hex } from '@scure/base'
import { z } from 'zod'
import type { JsonRpcMethods } from '../../jsonRpc/answerJsonRpc.ts'
import { JsonRpcError } from '../../jsonRpc/JsonRpcError.ts'
import type { BitcoinChainName } from '../chain/addressParams.ts'
import { type Block, encodeBlock, encodeHeader } from '../chain/Block.ts'
import { describeScript, scriptOf } from '../chain/describeScript.ts'
import { type BitcoinTransaction, readTransaction } from '../chain/readTransaction.ts'
import type { BitcoinLedger } from './createBitcoinLedger.ts'
import { Reject } from './Reject.ts'

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, 'must be of length 64 and hexadecimal')
const heightSchema = z.number().int()
const rawSchema = z.string().regex(/^([0-9a-f]{2})+$/i)
/** Older clients pass booleans for the verbosity. */
const verbositySchema = z.union([z.number().int(), z.boolean().transform(Number)]).nullish()
const maxBlocksAtOnce = 1_000
/** Fee estimate of an empty mempool: 1 satoshi per virtual byte, in BTC per 1000 virtual bytes. */
const feeRate = 0.00001

const scriptTypes = {
  p2pk: 'pubkey',
  p2pkh: 'pubkeyhash',
  p2sh: 'scripthash',
  p2wpkh: 'witness_v0_keyhash',
  p2wsh: 'witness_v0_scripthash',
  p2tr: 'witness_v1_taproot',
  op_return: 'nulldata',
  unknown: 'nonstandard',
} as const

/**
 * Returns the methods of Bitcoin Core's JSON-RPC that the index and clients need, over the local ledger. Results have
 * Core's names and shapes, without the `asm` of scripts.
 *
 * @see https://developer.bitcoin.org/reference/rpc/
 */
export function ledgerMethods({
  ledger,
  chain,
}: {
  ledger: BitcoinLedger
  chain: BitcoinChainName
}): JsonRpcMethods {
  const { blocks } = ledger
  const tip = (): Block => blocks.at(-1) as Block
  const findBlock = (hash: string): Block => {
    const block = blocks.find((one) => one.hash === hash)
    if (!block) throw new JsonRpcError(-5, 'Block not found')
    return block
  }
  const describeBlock = (block: Block): object => ({
    hash: block.hash,
    confirmations: tip().height - block.height + 1,
    height: block.height,
    version: block.version,
    versionHex: (block.version >>> 0).toString(16).padStart(8, '0'),
    merkleroot: block.merkleRoot,
    time: block.time,
    mediantime: ledger.medianTime(block.height),
    nonce: block.nonce,
    bits: block.bits.toString(16),
    difficulty: 4.6565423739069247e-10,
    nTx: block.transactions.length,
    ...(block.height > 0 ? { previousblockhash: block.previous } : {}),
    ...(block.height < tip().height ? { nextblockhash: blocks[block.height + 1]?.hash } : {}),
  })
  const find = (txid: string): NonNullable<ReturnType<BitcoinLedger['transaction']>> => {
    const found = ledger.transaction(txid)
    if (!found)
      throw new JsonRpcError(
        -5,
        'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
      )
    return found
  }
  const read = (raw: string): BitcoinTransaction => {
    try {
      return readTransaction(hex.decode(raw.toLowerCase()))
    } catch {
      throw new JsonRpcError(-22, 'TX decode failed. Make sure the tx has at least one input.')
    }
  }
  const address = (text: string): Uint8Array => {
    try {
      return scriptOf(text, chain)
    } catch {
      throw new JsonRpcError(-5, 'Error: Invalid address')
    }
  }

  return {
    getblockchaininfo: () => ({
      chain,
      blocks: tip().height,
      headers: tip().height,
      bestblockhash: tip().hash,
      difficulty: 4.6565423739069247e-10,
      time: tip().time,
      mediantime: ledger.medianTime(tip().height),
      verificationprogress: 1,
      initialblockdownload: false,
      pruned: false,
      warnings: [],
    }),
    getnetworkinfo: () => ({
      subversion: '/local-bitcoin-ledger:1/',
      connections: 0,
      relayfee: feeRate,
      warnings: [],
    }),
    getblockcount: () => tip().height,
    getbestblockhash: () => tip().hash,
    getblockhash(params) {
      const [height] = parse([heightSchema], params)
      const block = blocks[height]
      if (!block) throw new JsonRpcError(-8, 'Block height out of range')
      return block.hash
    },
    getblockheader(params) {
      const [hash, verbose] = parse([hashSchema, z.boolean().nullish()], params)
      const block = findBlock(hash)
      return verbose === false ? hex.encode(encodeHeader(block)) : describeBlock(block)
    },
    getblock(params) {
      const [hash, verbosity] = parse([hashSchema, verbositySchema], params)
      const block = findBlock(hash)
      if (verbosity === 0) return hex.encode(encodeBlock(block))
      const tx = block.transactions.map((one) => ((verbosity ?? 1) > 1 ? describe(one, chain) : one.txid))
      return { ...describeBlock(block), size: block.size, weight: block.weight, tx }
    },
    getrawtransaction(params) {
      const [txid, verbosity] = parse([hashSchema, verbositySchema, z.string().nullish()], params)
      const { transaction, block } = find(txid)
      if (!verbosity) return hex.encode(transaction.raw)
      if (!block) return describe(transaction, chain)
      const place = {
        blockhash: block.hash,
        confirmations: tip().height - block.height + 1,
        time: block.time,
        blocktime: block.time,
      }
      return { ...describe(transaction, chain), ...place }
    },
    decoderawtransaction(params) {
      const [raw] = parse([rawSchema], params)
      return describe(read(raw), chain)
    },
    sendrawtransaction(params) {
      const [raw] = parse([rawSchema, z.unknown()], params)
      const transaction = read(raw)
      try {
        ledger.accept(transaction)
      } catch (error) {
        if (!(error instanceof Reject)) throw error
        // A transaction that is already known is not an error.
        if (error.message === 'txn-already-in-mempool') return transaction.txid
        if (error.message === 'txn-already-known')
          throw new JsonRpcError(-27, 'Transaction outputs already in utxo set')
        throw new JsonRpcError(
          error.message === 'bad-txns-inputs-missingorspent' ? -25 : -26,
          sentence(error),
        )
      }
      return transaction.txid
    },
    testmempoolaccept(params) {
      const [raws] = parse([z.array(rawSchema).min(1).max(25), z.unknown()], params)
      return raws.map((raw) => {
        const transaction = read(raw)
        const { txid, wtxid, vsize } = transaction
        try {
          const { fee } = ledger.accept(transaction, { test: true })
          return { txid, wtxid, allowed: true, vsize, fees: { base: Number(fee) / 1e8 } }
        } catch (error) {
          if (!(error instanceof Reject)) throw error
          const word = error.message === 'bad-txns-inputs-missingorspent' ? 'missing-inputs' : error.message
          return { txid, wtxid, allowed: false, 'reject-reason': word }
        }
      })
    },
    generatetoaddress(params) {
      const [count, to] = parse(
        [z.number().int().min(1).max(maxBlocksAtOnce), z.string(), z.unknown()],
        params,
      )
      const script = address(to)
      return Array.from({ length: count }, () => ledger.mine({ script }).hash)
    },
    generateblock(params) {
      const [to, txids] = parse([z.string(), z.array(hashSchema)], params)
      try {
        return { hash: ledger.mine({ script: address(to), txids }).hash }
      } catch (error) {
        if (error instanceof Reject) throw new JsonRpcError(-25, error.message)
        throw error
      }
    },
    invalidateblock(params) {
      const [hash] = parse([hashSchema], params)
      findBlock(hash)
      ledger.invalidate(hash)
      return null
    },
    setmocktime(params) {
      const [time] = parse([z.number().int().nonnegative()], params)
      ledger.setTime(time || undefined)
      return null
    },
    estimatesmartfee(params) {
      const [blocksToWait] = parse([z.number().int().min(1).max(1_008), z.unknown()], params)
      return { feerate: feeRate, blocks: blocksToWait }
    },
    getmempoolinfo() {
      const entries = [...ledger.mempool.values()]
      const bytes = entries.reduce((sum, { transaction }) => sum + transaction.vsize, 0)
      const fee = entries.reduce((sum, entry) => sum + entry.fee, 0n)
      return {
        loaded: true,
        size: entries.length,
        bytes,
        total_fee: Number(fee) / 1e8,
        mempoolminfee: feeRate,
        minrelaytxfee: feeRate,
      }
    },
    getrawmempool(params) {
      const [verbose] = parse([z.boolean().nullish()], params)
      if (!verbose) return [...ledger.mempool.keys()]
      return Object.fromEntries(
        [...ledger.mempool].map(([txid, { transaction, fee, time }]) => [
          txid,
          { vsize: transaction.vsize, weight: transaction.weight, time, fees: { base: Number(fee) / 1e8 } },
        ]),
      )
    },
    gettxout(params) {
      const [txid, vout, withMempool] = parse([hashSchema, heightSchema, z.boolean().nullish()], params)
      const coin = ledger.coin(`${txid}:${vout}`, { mempool: withMempool ?? true })
      if (!coin) return null
      return {
        bestblock: tip().hash,
        confirmations: Math.max(0, tip().height - coin.height + 1),
        value: Number(coin.amount) / 1e8,
        scriptPubKey: describeOutput(coin.script, chain),
        coinbase: coin.isCoinbase,
      }
    },
  }
}

function sentence({ message, details }: Reject): string {
  return details ? `${message}, ${details}` : message
}

function describe(transaction: BitcoinTransaction, chain: BitcoinChainName): object {
  const { txid, wtxid, version, lockTime, size, vsize, weight } = transaction
  const { inputs, outputs, isCoinbase, raw } = transaction
  return {
    txid,
    hash: wtxid,
    version,
    size,
    vsize,
    weight,
    locktime: lockTime,
    vin: inputs.map(({ txid: from, vout, scriptSig, sequence, witness }) => ({
      ...(isCoinbase
        ? { coinbase: hex.encode(scriptSig) }
        : { txid: from, vout, scriptSig: { hex: hex.encode(scriptSig) } }),
      ...(witness.length > 0 ? { txinwitness: witness.map((item) => hex.encode(item)) } : {}),
      sequence,
    })),
    vout: outputs.map(({ amount, script }, n) => ({
      value: Number(amount) / 1e8,
      n,
      scriptPubKey: describeOutput(script, chain),
    })),
    hex: hex.encode(raw),
  }
}

function describeOutput(script: Uint8Array, chain: BitcoinChainName): object {
  const { kind, address } = describeScript(script, chain)
  return { hex: hex.encode(script), ...(address ? { address } : {}), type: scriptTypes[kind] }
}

function parse<Items extends [z.ZodType, ...z.ZodType[]]>(
  items: Items,
  params: unknown[],
): { [Index in keyof Items]: z.infer<Items[Index]> } {
  const result = z.tuple(items).safeParse(items.map((_item, index) => params[index]))
  if (result.success) return result.data as never
  const [issue] = result.error.issues
  const code = issue?.code === 'invalid_type' ? -3 : -8
  throw new JsonRpcError(code, `parameter ${Number(issue?.path[0] ?? 0) + 1}: ${issue?.message}`)
}
