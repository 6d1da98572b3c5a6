import * as z from 'zod/mini'

/**
 * `POST /v1/fungible/price`. `addresses` are CAIP-10 contract addresses; `0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
 * is the native coin.
 */
export const fungiblePriceRequest = z.object({
  projectId: z.optional(z.string()),
  currency: z.optional(z.string()),
  addresses: z.array(z.string()).check(z.minLength(1), z.maxLength(100)),
})
export type FungiblePriceRequest = z.infer<typeof fungiblePriceRequest>

/**
 * An asset of `POST /v1/fungible/price`. `price` is 0 if it is unknown, for compatibility with other clients;
 * `isPriced` distinguishes that from an asset without value.
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

/** `POST /v1/fungible/price`: prices in the order of the request; addresses that are not tokens are left out. */
export const fungiblePriceResponse = z.object({ fungibles: z.array(fungiblePrice) })
export type FungiblePriceResponse = z.infer<typeof fungiblePriceResponse>

/** `GET /v1/account/{address}/portfolio`: the assets of an account without amounts, the most valuable first. */
export const portfolioResponse = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string(), symbol: z.string() })),
})
export type PortfolioResponse = z.infer<typeof portfolioResponse>
