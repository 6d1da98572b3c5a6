import { base58, base64 } from '@scure/base'
import { z } from 'zod'
import { JsonRpcError } from '../../jsonRpc/JsonRpcError.ts'
import type { LedgerAccount } from '../ledger/LedgerAccount.ts'
import { readTokenAccount } from '../parse/readTokenAccount.ts'
import { slotSchema } from './parseParameters.ts'

export const filterSchema = z.union([
  z.object({ dataSize: slotSchema }),
  z.object({
    memcmp: z.object({
      offset: slotSchema,
      bytes: z.string().max(2_048),
      encoding: z.enum(['base58', 'base64', 'binary']).nullish(),
    }),
  }),
  z.object({ tokenAccountState: z.null() }).strict(),
])

/** Returns whether an account passes a filter of `getProgramAccounts` or `programSubscribe`. */
export function passesFilter({ data }: LedgerAccount, filter: z.infer<typeof filterSchema>): boolean {
  if ('dataSize' in filter) return data.length === filter.dataSize
  if ('tokenAccountState' in filter) return readTokenAccount(data) !== undefined
  const { offset, bytes, encoding } = filter.memcmp
  let expected: Uint8Array
  try {
    expected = encoding === 'base64' ? base64.decode(bytes) : base58.decode(bytes)
  } catch {
    throw new JsonRpcError(-32602, 'Invalid param: the bytes of a filter cannot be decoded')
  }
  return expected.every((byte, index) => data[offset + index] === byte)
}
