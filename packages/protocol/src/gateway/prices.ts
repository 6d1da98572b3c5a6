import * as z from 'zod/mini'

/**
 * `POST /v1/fungible/price`. `addresses` are CAIP-10 contracts; the chain's coin is
 * `0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`.
 */
export const fungiblePriceRequest = z.object({
  projectId: z.optional(z.string()),
  currency: z.optional(z.string()),
  addresses: z.array(z.string()).check(z.minLength(1), z.maxLength(100)),
})
export type FungiblePriceRequest = z.infer<typeof fungiblePriceRequest>

/**
 * One asset of `POST /v1/fungible/price`. `price` is 0 where nobody knows it (the shape other clients know): `isPriced`
 * tells that from something that is worth nothing.
 */
export const fungiblePrice = z.object({
  address: z.string(),
  name: z.string(),
  symbol: z.string(),
  iconUrl: z.string(),
  price: z.number(),
  isPriced: z.boolean(),
  decimals: z.string(),
})
export type FungiblePrice = z.infer<typeof fungiblePrice>

/** `POST /v1/fungible/price`: the assets whose contracts are tokens, in the order they were asked for. */
export const fungiblePriceResponse = z.object({ fungibles: z.array(fungiblePrice) })
export type FungiblePriceResponse = z.infer<typeof fungiblePriceResponse>

/** `GET /v1/account/{address}/portfolio`: what an account holds, without amounts; the most valuable first. */
export const portfolioResponse = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string(), symbol: z.string() })),
})
export type PortfolioResponse = z.infer<typeof portfolioResponse>
