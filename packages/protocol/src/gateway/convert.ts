import * as z from 'zod/mini'
import { convertUnits as units } from './convertUnits.ts'

export { coinSentinel } from '../swaps/coinSentinel.ts'

/**
 * `GET /v1/convert/tokens?chainId=&address=`: the tokens that can be swapped on a network; with `address`, that token, listed or
 * not. `address` is CAIP-10; the coin has {@link coinSentinel}. `listed`: the token is on the operator's list. `eip2612`: it
 * accepts permits.
 */
export const convertToken = z.object({
  name: z.string(),
  symbol: z.string(),
  address: z.string(),
  decimals: z.int().check(z.gte(0), z.lte(255)),
  logoUri: z.optional(z.string()),
  eip2612: z.optional(z.boolean()),
  listed: z.boolean(),
})
export type ConvertToken = z.infer<typeof convertToken>
export const convertTokensResponse = z.object({ tokens: z.array(convertToken) })
export type ConvertTokensResponse = z.infer<typeof convertTokensResponse>

/**
 * One hop of a route over pools. `v2`: a pair with constant product; `v3`: a pool with ticks. `fee` is in hundredths of a basis
 * point (3000 is 0.3 %). The coin is given as the wrapped coin.
 */
export const convertHop = z.object({
  kind: z.enum(['v2', 'v3']),
  /** The exchange of the hop, an ID of the operator's `DEXES`. */
  dex: z.string(),
  pool: z.string(),
  tokenIn: z.string(),
  tokenOut: z.string(),
  fee: z.int().check(z.gte(0), z.lt(1_000_000)),
})
export type ConvertHop = z.infer<typeof convertHop>

/**
 * A route whose transaction the kit writes itself: over pools, `wrap` or `unwrap` between the coin and the wrapped coin, or `maker`:
 * a Solana transaction of two transfers that the maker signs, too.
 */
export const convertRoute = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pools'), router: z.string(), hops: z.array(convertHop) }),
  z.object({ kind: z.literal('wrap'), wrapped: z.string() }),
  z.object({ kind: z.literal('unwrap'), wrapped: z.string() }),
  z.object({ kind: z.literal('maker'), maker: z.string() }),
])
export type ConvertRoute = z.infer<typeof convertRoute>

/**
 * An offer. `fromAmount`, `toAmount`, `minAmount` and `gas` are whole numbers; accounts are CAIP-10, the coin has
 * {@link coinSentinel}. `priceImpact` is in percent, negative if the price is better than the market's; null if there is
 * nothing to compare with. `gas` is in units of the network's gas price; on Solana in lamports. `spender` has to be allowed to take
 * the token; null if nobody has to. Without `route`, the transaction comes from the provider, see `build-transaction`. `expiresAt` is
 * ISO 8601.
 */
export const convertQuote = z.object({
  id: z.optional(z.string()),
  provider: z.string(),
  fromAmount: units,
  fromAccount: z.string(),
  toAmount: units,
  toAccount: z.string(),
  minAmount: units,
  priceImpact: z.nullable(z.number()),
  gas: units,
  spender: z.nullable(z.string()),
  route: z.optional(convertRoute),
  expiresAt: z.string(),
})
export type ConvertQuote = z.infer<typeof convertQuote>

/**
 * `GET /v1/convert/quotes?amount=&userAddress=&from=&to=&gasPrice=&slippage=`: offers for exactly `amount` base units, the best
 * first. `userAddress`, `from` and `to` are CAIP-10; `slippage` is in percent (default 1).
 */
export const convertQuotesResponse = z.object({ quotes: z.array(convertQuote) })
export type ConvertQuotesResponse = z.infer<typeof convertQuotesResponse>

/** `GET /v1/convert/allowance?tokenAddress=&userAddress=&provider=`: in base units. */
export const convertAllowanceResponse = z.object({ allowance: units })
export type ConvertAllowanceResponse = z.infer<typeof convertAllowanceResponse>

/** `GET /v1/convert/gas-price?chainId=`: in wei; on Solana 1, because quotes have their `gas` in lamports. */
export const convertGasPriceResponse = z.object({ standard: units, fast: units, instant: units })
export type ConvertGasPriceResponse = z.infer<typeof convertGasPriceResponse>

/**
 * The transaction of a swap. On Solana `data` is the serialized transaction in base64, and `to` is the first program; for offers of
 * `jupiter`, `data` is JSON in base64, `{ swapInstruction, lookupTables }`, from which the kit writes the transaction. `amount` is the
 * number of coins sent along.
 */
export const convertTransaction = z.object({
  tx: z.object({
    from: z.string(),
    to: z.string(),
    data: z.string(),
    amount: units,
    eip155: z.optional(z.object({ gas: units, gasPrice: units })),
  }),
})
export type ConvertTransaction = z.infer<typeof convertTransaction>
