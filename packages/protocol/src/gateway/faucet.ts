import * as z from 'zod/mini'

/** `POST /v1/faucet`: sends test money. `chainId` is a CAIP-2 ID that `supported-chains` lists under `faucet`. */
export const faucetRequest = z.strictObject({
  chainId: z.string(),
  address: z.string().check(z.minLength(1)),
})
export type FaucetRequest = z.infer<typeof faucetRequest>

/** The transaction that was sent. `amount` is in whole coins, as a decimal string. */
export const faucetResponse = z.object({ hash: z.string(), amount: z.string(), symbol: z.string() })
export type FaucetResponse = z.infer<typeof faucetResponse>
