import { formatAmount } from '@portico/core'

const units = ['M', 'B', 'T']

/**
 * Formats a decimal string for en-US like `formatAmount`, from one million on with a unit, and truncated as well.
 *
 * @example
 * compactAmount('1234567.8') // '1.23M'
 */
export function compactAmount(amount: string): string {
  const whole = /^0*(\d+)(?:\.\d+)?$/.exec(amount.trim())?.[1] ?? ''
  if (whole.length <= 6) return formatAmount(amount)
  const thousands = Math.floor((whole.length - 1) / 3)
  const unit = units[thousands - 2]
  if (unit === undefined) return '>999T'
  return `${formatAmount(`${whole.slice(0, -3 * thousands)}.${whole.slice(-3 * thousands)}`)}${unit}`
}
