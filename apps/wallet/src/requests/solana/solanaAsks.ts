import { solanaParams } from '@portico/protocol/frame'
import { base58 } from '@scure/base'
import type { Ask, AskContext } from '../Ask.ts'
import { askSolanaTransactions } from './askSolanaTransactions.ts'
import { readEncoded } from './readEncoded.ts'
import { readOwnAddress } from './readOwnAddress.ts'
import { readSolanaParams } from './readSolanaParams.ts'
import { readSolanaTransaction } from './readSolanaTransaction.ts'

const { solana_signTransaction, solana_signAllTransactions, solana_signAndSendTransaction } = solanaParams

/** Handles `solana_signTransaction`: the site gets the signed transaction and sends it. */
export const askSolanaSign: Ask = async ({ method, params, chainId }, context, active) => {
  const { transaction } = readSolanaParams(method, solana_signTransaction, params)
  const { bytes, coder } = decode(transaction, context)
  const [signed] = await askSolanaTransactions({ transactions: [bytes], chainId }, context, active)
  return signed && { signature: base58.encode(signed.signature), transaction: coder.encode(signed.wire) }
}

/** Handles `solana_signAllTransactions`: all are shown together. */
export const askSolanaSignAll: Ask = async ({ method, params, chainId }, context, active) => {
  const { transactions } = readSolanaParams(method, solana_signAllTransactions, params)
  const decoded = transactions.map((one) => decode(one, context))
  const call = { transactions: decoded.map(({ bytes }) => bytes), chainId }
  const signed = await askSolanaTransactions(call, context, active)
  return { transactions: signed.map(({ wire }, index) => decoded[index]?.coder.encode(wire)) }
}

/** Handles `solana_signAndSendTransaction`: the wallet sends the transaction. */
export const askSolanaSend: Ask = async ({ method, params, chainId }, context, active) => {
  const { transaction, options = {} } = readSolanaParams(method, solana_signAndSendTransaction, params)
  const { bytes } = decode(transaction, context)
  const call = { transactions: [bytes], chainId, send: options }
  const [signed] = await askSolanaTransactions(call, context, active)
  return signed && { signature: signed.id }
}

/** Decodes a transaction in base64 or base58; the answer is in the same encoding. */
function decode(transaction: string, { session }: AskContext) {
  const own = readOwnAddress(session)
  return readEncoded(transaction, (wire) => readSolanaTransaction(wire, own))
}
