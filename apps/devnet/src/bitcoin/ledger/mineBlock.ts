import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'
import { RawTx } from '@scure/btc-signer'
import { type Block, encodeHeader, finishBlock, merkleRoot } from '../chain/Block.ts'
import { type BitcoinTransaction, hashOf, noTxid, readTransaction } from '../chain/readTransaction.ts'

/** Regtest's target, which every second hash meets. */
const bits = 0x207fffff
const version = 0x20000000
const blocksPerHalving = 150

/** Returns the block subsidy in satoshi. */
function subsidy(height: number): bigint {
  return (50n * 100_000_000n) >> BigInt(Math.floor(height / blocksPerHalving))
}

/** Creates a block with a coinbase (BIP-34, BIP-141) and finds its nonce. */
export function mineBlock({
  previous,
  height,
  time,
  script,
  transactions,
  fees,
}: {
  previous: string
  height: number
  time: number
  /** Script that receives subsidy and fees. */
  script: Uint8Array
  transactions: BitcoinTransaction[]
  fees: bigint
}): Block {
  const witnessRoot = hex.decode(merkleRoot([noTxid, ...transactions.map(({ wtxid }) => wtxid)])).reverse()
  const reserved = new Uint8Array(32)
  const commitment = sha256(sha256(concatBytes(witnessRoot, reserved)))
  const coinbase = readTransaction(
    RawTx.encode({
      version: 2,
      segwitFlag: true,
      inputs: [
        {
          txid: hex.decode(noTxid),
          index: 0xffffffff,
          finalScriptSig: heightScript(height),
          sequence: 0xffffffff,
        },
      ],
      outputs: [
        { amount: subsidy(height) + fees, script },
        { amount: 0n, script: concatBytes(hex.decode('6a24aa21a9ed'), commitment) },
      ],
      witnesses: [[reserved]],
      lockTime: 0,
    } as unknown as Parameters<typeof RawTx.encode>[0]),
  )
  const all = [coinbase, ...transactions]
  const header = {
    version,
    previous,
    merkleRoot: merkleRoot(all.map(({ txid }) => txid)),
    time,
    bits,
    nonce: 0,
  }
  while (!hasWork(hashOf(encodeHeader(header)))) header.nonce++
  return finishBlock(header, all, height)
}

/** Returns whether a hash meets regtest's target. */
function hasWork(hash: string): boolean {
  return hash <= `7fffff${'0'.repeat(58)}`
}

/** Returns the coinbase script: the height as a script number, and a zero to reach the minimum of two bytes. */
function heightScript(height: number): Uint8Array {
  if (height <= 16) return Uint8Array.of(0x50 + height, 0)
  const bytes: number[] = []
  for (let rest = height; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256)
  // The highest bit is the sign.
  if ((bytes.at(-1) ?? 0) >= 0x80) bytes.push(0)
  return Uint8Array.of(bytes.length, ...bytes, 0)
}
