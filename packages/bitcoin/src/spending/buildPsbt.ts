import type { Endpoint } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { requestEsplora } from '../esplora/requestEsplora.ts'
import type { Coin } from './Coin.ts'
import type { Payment } from './toPayment.ts'

/** An output of a transaction. */
export interface Output {
  script: Uint8Array
  /** In satoshi. */
  amount: bigint
}

/**
 * Builds a PSBT (BIP-174) that spends coins of one address, with inputs and outputs in the order of BIP-69.
 *
 * @throws {RpcError} −32603 if a coin of a P2PKH address comes from another transaction than the API says; −32602 if the library
 * refuses to build the transaction
 */
export async function buildPsbt({
  payment,
  coins,
  outputs,
  ...source
}: {
  urls: readonly string[]
  customUrls?: Endpoint['customUrls']
  payment: Payment
  coins: readonly Coin[]
  outputs: readonly Output[]
}): Promise<Uint8Array> {
  const isLegacy = payment.type === 'pkh'
  const inputs = await Promise.all(
    [...coins].sort(byOutpoint).map(async ({ txid, vout, value }) => ({
      ...payment,
      txid,
      index: vout,
      ...(isLegacy
        ? { nonWitnessUtxo: readHex(await requestEsplora({ ...source, path: `/tx/${txid}/hex` })) }
        : { witnessUtxo: { script: payment.script, amount: value } }),
    })),
  )
  try {
    const transaction = new Transaction()
    for (const input of inputs) transaction.addInput(input)
    for (const output of [...outputs].sort(byAmount)) transaction.addOutput(output)
    return transaction.toPSBT()
  } catch (error) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message: 'The transfer cannot be built.',
      details: error instanceof Error ? error.message : undefined,
    })
  }
}

function byOutpoint(a: Coin, b: Coin): number {
  if (a.txid === b.txid) return a.vout - b.vout
  return a.txid < b.txid ? -1 : 1
}

function byAmount(a: Output, b: Output): number {
  if (a.amount !== b.amount) return a.amount < b.amount ? -1 : 1
  return hex.encode(a.script) < hex.encode(b.script) ? -1 : 1
}

function readHex(response: unknown): Uint8Array {
  if (typeof response === 'string' && /^([0-9a-f]{2})+$/i.test(response)) return hex.decode(response)
  throw new RpcError({
    rpcCode: rpcErrorCodes.internalError,
    message: 'The Esplora API did not return the transaction that created a coin.',
  })
}
