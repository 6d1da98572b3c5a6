import * as z from 'zod/mini'

/**
 * An unspent output. `value` is in satoshi, as a decimal string. `height` is its block's, absent while it is
 * unconfirmed.
 */
export const utxo = z.object({
  txid: z.string(),
  vout: z.int(),
  value: z.string(),
  confirmed: z.boolean(),
  height: z.optional(z.int()),
})
export type Utxo = z.infer<typeof utxo>

/** `GET /v1/account/{address}/utxos`: at most 1000, the largest first. */
export const utxosResponse = z.object({ data: z.array(utxo) })
export type UtxosResponse = z.infer<typeof utxosResponse>

/**
 * Fee rates in satoshi per virtual byte, at least 1, for inclusion within a day, within an hour, or in the next
 * block.
 */
export const feeRates = z.object({ slow: z.number(), standard: z.number(), fast: z.number() })
export type FeeRates = z.infer<typeof feeRates>

/** `GET /v1/fees` */
export const feesResponse = z.object({ data: feeRates })
export type FeesResponse = z.infer<typeof feesResponse>
