import * as z from 'zod/mini'

/** An output nobody has spent. `value` is in satoshi, as text; `height` is that of its block, absent while it waits. */
export const utxo = z.object({
  txid: z.string(),
  vout: z.int(),
  value: z.string(),
  confirmed: z.boolean(),
  height: z.optional(z.int()),
})
export type Utxo = z.infer<typeof utxo>

/** `GET /v1/account/{address}/utxos`: up to 1000, the largest first. */
export const utxosResponse = z.object({ data: z.array(utxo) })
export type UtxosResponse = z.infer<typeof utxosResponse>

/** Satoshi for a virtual byte, at least 1, to be in a block within a day, an hour, or the next one. */
export const feeRates = z.object({ slow: z.number(), standard: z.number(), fast: z.number() })
export type FeeRates = z.infer<typeof feeRates>

/** `GET /v1/fees` */
export const feesResponse = z.object({ data: feeRates })
export type FeesResponse = z.infer<typeof feesResponse>
