import type { Hex } from 'viem'
import type { BatchCall } from './batchCalldata.ts'
import { readBatch } from './readBatch.ts'
import type { RequestedTransaction } from './readTransaction.ts'

/**
 * Returns the calls of a transaction, as the account could make them in a user operation; undefined if only a transaction can make them:
 * one that creates a contract, turns smart-account features on or off, or has the nonce that the page expects.
 */
export function readCallsOf(requested: RequestedTransaction, address: Hex): readonly BatchCall[] | undefined {
  const { to, value, data, nonce, change } = requested
  if (!to || nonce !== undefined || (change && change !== 'none')) return undefined
  return readBatch(requested, address) ?? [{ to, value, data }]
}
