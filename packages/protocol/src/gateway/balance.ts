import * as z from 'zod/mini'

/**
 * A token balance. `value` is in the requested currency, and absent if there is no price. `price` is then 0, for
 * compatibility with other clients, so check `value` before showing it. `address` is CAIP-10, and absent for the
 * native token. `quantity.numeric` is a decimal string in whole tokens.
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
 * How complete a list of balances is: `indexed` has every token that appears in the logs of the chain; `list` has
 * well-known tokens and those found so far.
 */
export const balanceCoverage = z.enum(['list', 'indexed'])
export type BalanceCoverage = z.infer<typeof balanceCoverage>

/** `GET /v1/account/{address}/balance`; `coverage` is the lowest of the queried chains. */
export const balanceResponse = z.object({
  balances: z.array(tokenBalance),
  coverage: z.optional(balanceCoverage),
})
export type BalanceResponse = z.infer<typeof balanceResponse>
