import { fiatDecimals } from './fiatDecimals.ts'
import type { Price } from './parsePrice.ts'

/**
 * Returns the value of an amount in cents, rounded down.
 *
 * @param units in base units of a token with `decimals` decimals
 * @example
 * import { toFiat } from '@portico/core/money'
 * toFiat(333333n, { price: { units: 3n, decimals: 0 }, decimals: 6 }) // 99n
 */
export function toFiat(units: bigint, { price, decimals }: { price: Price; decimals: number }): bigint {
  return (units * price.units * 10n ** BigInt(fiatDecimals)) / 10n ** BigInt(decimals + price.decimals)
}
