import { directionOf } from '@portico/i18n'
import { languageOf } from '../language/language.ts'
import { formatNumber } from './formatNumber.ts'

/**
 * Formats US dollars: "$1,521", "$4.2".
 *
 * From right to left, they are a number and "$" behind it. `Intl` has "US$" in Arabic, whose parts would be reordered, and needs marks
 * to have the sign on the same side in Arabic, Hebrew and Persian, which would be drawn as hidden characters.
 *
 * @param digits how many there are after the point: "$4.20" with 2
 */
export function formatDollars(dollars: number, digits?: number): string {
  const decimals = {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? (dollars < 10 ? 2 : 0),
  }
  if (directionOf(languageOf('approve').tag) === 'rtl') return `${formatNumber(dollars, decimals)} $`
  return formatNumber(dollars, { style: 'currency', currency: 'USD', ...decimals })
}
