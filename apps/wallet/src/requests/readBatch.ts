import type { Hex } from 'viem'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { type BatchCall, batchCalldata } from './batchCalldata.ts'

/**
 * Returns the calls of a batch; undefined for any other transaction. A batch is a call of the account to itself, which no page can
 * request.
 */
export function readBatch(
  { to, value, data }: Pick<BuiltTransaction, 'to' | 'value' | 'data'>,
  address: Hex,
): BatchCall[] | undefined {
  return to?.toLowerCase() === address.toLowerCase() && value === 0n ? batchCalldata.decode(data) : undefined
}
