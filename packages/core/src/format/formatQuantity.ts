import { formatAmount } from './formatAmount.ts'

/**
 * How much of a coin there is: three decimals, cut. Of a coin with at most eight, such as BTC, little of it is worth
 * something: below a tenth, three digits that count.
 *
 * @param quantity as the gateway gives it: a decimal string, and how many decimals the coin has.
 * @example
 * formatQuantity({ numeric: '1.23456789', decimals: '8' }) // '1.234'
 * formatQuantity({ numeric: '0.00012345', decimals: '8' }) // '0.000123'
 * formatQuantity({ numeric: '0.00012345', decimals: '18' }) // '<0.001'
 */
export function formatQuantity({ numeric, decimals }: { numeric: string; decimals: string }): string {
  const zeros = Number(decimals) > 8 ? '' : (/^0\.(0*)/.exec(numeric)?.[1] ?? '')
  return formatAmount(numeric, { decimals: 3 + zeros.length })
}
