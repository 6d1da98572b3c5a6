import type { Payment, PaymentQuery } from '../shared/Payment.ts'
import type { SolanaClient } from './createSolanaClient.ts'
import { describeSolanaTransaction } from './describeSolanaTransaction.ts'
import { transaction as transactionSchema } from './solanaSchemas.ts'

/**
 * Reads what a transaction paid an account, by the balances before and after it; undefined if it is not confirmed, has failed or paid
 * nothing.
 *
 * @throws {UpstreamsFailedError} if no upstream answers.
 */
export async function readSolanaPayment({
  client,
  hash,
  account,
  token,
  deadline,
}: Omit<PaymentQuery, 'chain'> & { client: SolanaClient }): Promise<Payment | undefined> {
  const config = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0, commitment: 'confirmed' }
  const transaction = await client.ask(
    { method: 'getTransaction', params: [hash, config], schema: transactionSchema },
    { deadline },
  )
  if (!transaction?.blockTime) return undefined
  const { movements } = describeSolanaTransaction({ transaction, account })
  const paid = movements.find(({ direction, mint }) => direction === 'in' && mint === token)
  return paid && { hash, amount: paid.amount, decimals: paid.decimals, timestamp: transaction.blockTime }
}
