import * as z from 'zod/mini'

/**
 * One token a visitor holds. `value` is in the asked currency, absent when there is no price;
 * `price` is 0 when unknown (the shape other clients know), so check `value` before showing money.
 * `address` is CAIP-10 and absent for the native token. `quantity.numeric` is a decimal string in whole tokens.
 */
export const tokenBalance = z.object({
  name: z.string(),
  symbol: z.string(),
  chainId: z.string(),
  address: z.optional(z.string()),
  value: z.optional(z.number()),
  price: z.number(),
  quantity: z.object({ decimals: z.string(), numeric: z.string() }),
  iconUrl: z.string(),
})
export type TokenBalance = z.infer<typeof tokenBalance>

/**
 * How complete a list of balances is: `indexed` holds every token the chain's logs tell of, `list` known tokens and those
 * found so far.
 */
export const balanceCoverage = z.enum(['list', 'indexed'])
export type BalanceCoverage = z.infer<typeof balanceCoverage>

/** `GET /v1/account/{address}/balance`; `coverage` is that of the chain that is known least. */
export const balanceResponse = z.object({
  balances: z.array(tokenBalance),
  coverage: z.optional(balanceCoverage),
})
export type BalanceResponse = z.infer<typeof balanceResponse>
