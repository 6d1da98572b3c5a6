import type { Ask } from './Ask.ts'
import { readTransaction } from './readTransaction.ts'
import { sendTransaction } from './sendTransaction.ts'

/** Handles `eth_sendTransaction`: reads, builds, shows, checks again, signs and sends the transaction. */
export const askTransaction: Ask = async ({ id, params, chainId }, context, active) => {
  const requested = readTransaction(params, { address: context.session.address, chainId })
  await context.limits.admit()
  return sendTransaction(requested, { id, chainId, context, active })
}
