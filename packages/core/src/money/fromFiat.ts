import { fiatDecimals } from './fiatDecimals.ts'
import type { Price } from './parsePrice.ts'

/**
 * Converts a value in cents to base units of a token, rounded down: never more than the visitor typed.
 *
 * @param cents in units of `fiatDecimals`
 * @param decimals of the token
 * @example
 * import { fromFiat } from '@portico/core/money'
 * fromFiat(100n, { price: { units: 3n, decimals: 0 }, decimals: 6 }) // 333333n
 */
export function fromFiat(cents: bigint, { price, decimals }: { price: Price; decimals: number }): bigint {
  const scaled = cents * 10n ** BigInt(decimals + price.decimals)
  return scaled / (price.units * 10n ** BigInt(fiatDecimals))
}
