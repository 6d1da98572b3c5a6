import type { Payment, PaymentQuery } from '../shared/Payment.ts'
import { type Esplora, EsploraRefusal } from './createEsplora.ts'
import { transaction as transactionSchema } from './esploraSchemas.ts'

/**
 * Reads what a transaction paid an address; undefined if it is not in a block or paid nothing. Bitcoin has no tokens here.
 *
 * @throws {BaseError} if no server answers.
 */
export async function readBitcoinPayment({
  server,
  hash,
  account,
  token,
  deadline,
}: Omit<PaymentQuery, 'chain'> & { server: Esplora }): Promise<Payment | undefined> {
  if (token !== undefined) return undefined
  const transaction = await server
    .ask({ path: `/tx/${hash}`, schema: transactionSchema }, { deadline })
    .catch((error) => {
      if (error instanceof EsploraRefusal) return undefined
      throw error
    })
  const { confirmed, block_time: timestamp } = transaction?.status ?? {}
  // An unconfirmed transaction can be replaced by one that pays somebody else.
  if (!transaction || !confirmed || !timestamp || transaction.txid !== hash) return undefined
  let amount = 0n
  for (const { scriptpubkey_address: address, value } of transaction.vout)
    if (address === account) amount += BigInt(value)
  for (const { prevout } of transaction.vin)
    if (prevout?.scriptpubkey_address === account) amount -= BigInt(prevout.value)
  return amount > 0n ? { hash, amount, decimals: 8, timestamp } : undefined
}
