/** No amount is longer: 78 digits of the largest number of 256 bits, 36 places and the separator. */
const maxLength = 120

/**
 * Parses an amount that a visitor typed, such as `'1.5'` or `'1,5'`: digits with at most one `.` or `,`, which always separates
 * the decimals. Works on text, so that no digit is lost.
 *
 * @param text Spaces around the number are ignored.
 * @param decimals the number of decimals of the token, 0 to 36
 * @returns the amount in base units; undefined for anything else, and for more decimals than the token has
 * @example
 * import { parseAmount } from '@portico/core/money'
 * parseAmount('1,5', 6) // 1500000n
 * parseAmount('1,000.5', 6) // undefined
 */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const [, whole = '', fraction = ''] = /^(\d*)(?:[.,](\d*))?$/.exec(text.trim()) ?? []
  if (text.length > maxLength || whole + fraction === '' || fraction.length > decimals) return undefined
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
