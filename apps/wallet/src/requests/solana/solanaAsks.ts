import { solanaParams } from '@portico/protocol/frame'
import { base58, base64 } from '@scure/base'
import type { Ask } from '../Ask.ts'
import { askSolanaTransactions } from './askSolanaTransactions.ts'
import { decodeParam } from './decodeParam.ts'
import { readSolanaParams } from './readSolanaParams.ts'

const { solana_signTransaction, solana_signAllTransactions, solana_signAndSendTransaction } = solanaParams

/** Handles `solana_signTransaction`: the site gets the signed transaction and sends it. */
export const askSolanaSign: Ask = async ({ method, params, chainId }, context, active) => {
  const { transaction } = readSolanaParams(method, solana_signTransaction, params)
  const [signed] = await askSolanaTransactions(
    { transactions: [decode(transaction)], chainId },
    context,
    active,
  )
  return signed && { signature: base58.encode(signed.signature), transaction: base64.encode(signed.wire) }
}

/** Handles `solana_signAllTransactions`: all are shown together. */
export const askSolanaSignAll: Ask = async ({ method, params, chainId }, context, active) => {
  const { transactions } = readSolanaParams(method, solana_signAllTransactions, params)
  const call = { transactions: transactions.map(decode), chainId }
  const signed = await askSolanaTransactions(call, context, active)
  return { transactions: signed.map(({ wire }) => base64.encode(wire)) }
}

/** Handles `solana_signAndSendTransaction`: the wallet sends the transaction. */
export const askSolanaSend: Ask = async ({ method, params, chainId }, context, active) => {
  const { transaction, options = {} } = readSolanaParams(method, solana_signAndSendTransaction, params)
  const call = { transactions: [decode(transaction)], chainId, send: options }
  const [signed] = await askSolanaTransactions(call, context, active)
  return signed && { signature: signed.id }
}

function decode(transaction: string): Uint8Array {
  return decodeParam(base64, transaction, 'A transaction must be in base64.')
}
