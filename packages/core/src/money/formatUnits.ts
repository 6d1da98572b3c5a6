/**
 * Formats base units as a decimal text that `parseAmount` reads: no grouping, no zeros at the end, no rounding.
 *
 * @param decimals the number of decimals of the token
 * @example
 * import { formatUnits } from '@portico/core/money'
 * formatUnits(1500000n, 6) // '1.5'
 */
export function formatUnits(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const end = digits.length - decimals
  const fraction = digits.slice(end).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, end)}${fraction && `.${fraction}`}`
}
