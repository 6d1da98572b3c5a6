/** An exact decimal: `units` divided by ten to the power of `decimals`. */
export interface Price {
  units: bigint
  decimals: number
}

/**
 * Converts the price of a whole token to an exact decimal, digit for digit as JavaScript writes the number.
 *
 * @returns undefined if there is no price: not a number above zero
 * @example
 * import { parsePrice } from '@portico/core/money'
 * parsePrice(1234.56) // { units: 123456n, decimals: 2 }
 */
export function parsePrice(price: number | undefined): Price | undefined {
  // Numbers below 0.000001 and from 1e21 on are written with an exponent.
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(price))
  if (!match) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = match
  const decimals = fraction.length - Number(exponent)
  const units = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, -decimals))
  return units > 0n ? { units, decimals: Math.max(0, decimals) } : undefined
}
