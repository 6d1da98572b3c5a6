import * as z from 'zod/mini'
import { convertUnits as units } from './convertUnits.ts'

/** `GET /v1/convert/build-approve?userAddress=&from=&to=&amount=`: allows `to`, the spender, `amount` of `from`. */
export const convertApproveResponse = z.object({
  tx: z.object({
    from: z.string(),
    to: z.string(),
    data: z.string(),
    value: units,
    eip155: z.optional(z.object({ gas: z.optional(units), gasPrice: units })),
  }),
})
export type ConvertApproveResponse = z.infer<typeof convertApproveResponse>

/** `POST /v1/convert/build-transaction`. `slippage` is in percent (default 1). */
export const convertBuildRequest = z.object({
  projectId: z.optional(z.string()),
  amount: units,
  from: z.string(),
  to: z.string(),
  userAddress: z.string(),
  eip155: z.optional(z.object({ slippage: z.optional(z.number()), permit: z.optional(z.string()) })),
  disableEstimate: z.optional(z.boolean()),
  /** The quote whose provider is asked; without it the best one. */
  quoteId: z.optional(z.string()),
  /** The least that the account must get, in base units; without it, it follows from `slippage`. */
  minAmount: z.optional(units),
})
export type ConvertBuildRequest = z.infer<typeof convertBuildRequest>
