import { formatNumber } from '../approve/formatNumber.ts'

/**
 * Formats US dollars: "$1,521", "$4.2".
 *
 * @param digits how many there are after the point: "$4.20" with 2
 */
export function formatDollars(dollars: number, digits?: number): string {
  return formatNumber(dollars, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? (dollars < 10 ? 2 : 0),
  })
}
