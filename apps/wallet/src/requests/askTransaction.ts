import type { Ask } from './Ask.ts'
import { readTransaction } from './readTransaction.ts'
import { sendForHash } from './sendForHash.ts'

/**
 * Handles `eth_sendTransaction`: reads, builds, shows, checks again, signs and sends the transaction, or a user operation with the same call
 * where somebody else pays.
 */
export const askTransaction: Ask = async ({ id, params, chainId }, context, active) => {
  const requested = readTransaction(params, { address: context.session.address, chainId })
  await context.limits.admit()
  return sendForHash(requested, { id, chainId, context, active })
}
