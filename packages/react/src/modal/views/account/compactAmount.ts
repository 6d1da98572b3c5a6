import { formatAmount } from '../../../language/format.ts'
import { locale } from '../../../language/locale.ts'

/**
 * Formats a decimal string like `formatAmount`, from one million on in the language's short form, and truncated as well.
 *
 * @example
 * compactAmount('1234567.8') // '1.23M'
 */
export function compactAmount(amount: string): string {
  const whole = /^0*(\d+)(?:\.\d+)?$/.exec(amount.trim())?.[1] ?? ''
  if (whole.length <= 6) return formatAmount(amount)
  const format = new Intl.NumberFormat(locale(), {
    notation: 'compact',
    maximumFractionDigits: 2,
    roundingMode: 'trunc',
  })
  return whole.length > 15 ? `>${format.format(999_000_000_000_000)}` : format.format(BigInt(whole))
}
