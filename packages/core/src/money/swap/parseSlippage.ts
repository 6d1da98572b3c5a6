import { slippage } from './slippage.ts'

/**
 * Parses a slippage in percent, with at most two decimals after a point or comma, to hundredths of a percent. Returns undefined
 * for anything else, and for less than 0.01 % or more than 15 %.
 *
 * @example
 * parseSlippage('0,5') // 50
 */
export function parseSlippage(text: string): number | undefined {
  const match = /^(\d{1,2})(?:[.,](\d{0,2}))?$/.exec(text.trim())
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  const hundredths = Number(`${whole}${decimals.padEnd(2, '0')}`)
  return hundredths >= slippage.least && hundredths <= slippage.most ? hundredths : undefined
}
