import { formatAmount } from './formatAmount.ts'

/**
 * Formats a token quantity with three decimals, truncated. For tokens with at most eight decimals, such as BTC, small
 * amounts matter: below 0.1 it shows three significant digits instead.
 *
 * @param quantity As returned by the gateway: a decimal string in whole tokens, and the number of decimals of the
 * token.
 * @example
 * formatQuantity({ numeric: '1.23456789', decimals: '8' }) // '1.234'
 * formatQuantity({ numeric: '0.00012345', decimals: '8' }) // '0.000123'
 * formatQuantity({ numeric: '0.00012345', decimals: '18' }) // '<0.001'
 */
export function formatQuantity({ numeric, decimals }: { numeric: string; decimals: string }): string {
  const zeros = Number(decimals) > 8 ? '' : (/^0\.(0*)/.exec(numeric)?.[1] ?? '')
  return formatAmount(numeric, { decimals: 3 + zeros.length })
}
