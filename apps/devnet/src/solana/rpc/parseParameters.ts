import { base58 } from '@scure/base'
import { z } from 'zod'
import { JsonRpcError } from '../../jsonRpc/JsonRpcError.ts'
import type { Commitment } from '../ledger/createSlotClock.ts'

function isBase58Of(bytes: number): (text: string) => boolean {
  return (text) => {
    // 64 bytes have at most 88 characters, and decoding takes quadratic time.
    if (text.length > 90) return false
    try {
      return base58.decode(text).length === bytes
    } catch {
      return false
    }
  }
}

export const addressSchema = z.string().refine(isBase58Of(32), 'WrongSize')
export const signatureSchema = z.string().refine(isBase58Of(64), 'WrongSize')
export const slotSchema = z.number().int().nonnegative()

// Commitments, including names that older clients use.
const commitments: Record<string, Commitment> = {
  recent: 'processed',
  processed: 'processed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  confirmed: 'confirmed',
  root: 'finalized',
  max: 'finalized',
  finalized: 'finalized',
}

export const commitmentSchema = z
  .string()
  .refine((text) => Object.hasOwn(commitments, text), 'unknown commitment')
  .transform((text) => commitments[text] as Commitment)
  .nullish()

/** Fields of nearly all methods. Unknown fields are ignored, as by other nodes. */
export const configFields = { commitment: commitmentSchema, minContextSlot: slotSchema.nullish() }
export const configSchema = z.object(configFields).nullish()

export const encodingSchema = z.enum(['base58', 'base64', 'base64+zstd', 'jsonParsed', 'binary']).nullish()
export const dataSliceSchema = z.object({ offset: slotSchema, length: slotSchema }).nullish()
export const accountConfigSchema = z
  .object({ ...configFields, encoding: encodingSchema, dataSlice: dataSliceSchema })
  .nullish()

/**
 * Parses the parameters of a method.
 *
 * @throws {JsonRpcError} -32602 with the first issue
 */
export function parseParameters<Items extends [z.ZodType, ...z.ZodType[]]>(
  items: Items,
  params: unknown[],
): { [Index in keyof Items]: z.infer<Items[Index]> } {
  // Missing trailing parameters are the same as null.
  const padded = items.map((_item, index) => params[index])
  const result = z.tuple(items).safeParse(padded)
  if (result.success) return result.data as never
  const [issue] = result.error.issues
  throw new JsonRpcError(-32602, `Invalid param: ${issue?.message} (at ${issue?.path.join('.')})`)
}
