/**
 * Formats a decimal string for en-US with at most `decimals` decimals. Truncates instead of rounding, so that no more
 * is shown than there is; an amount too small to show becomes `<0.001`. Works on text, so that 18 decimals stay
 * exact.
 *
 * @param amount A decimal string, such as `'1234.56789'`. Anything else is formatted as `'0'`.
 * @param options.decimals The maximum number of decimals. Default: 2.
 * @param options.fixed Whether to pad with zeros to exactly `decimals` decimals. Default: false.
 * @example
 * formatAmount('1234.56789') // '1,234.56'
 * formatAmount('0.0004', { decimals: 3 }) // '<0.001'
 */
export function formatAmount(
  amount: string,
  { decimals = 2, fixed = false }: { decimals?: number; fixed?: boolean } = {},
): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount.trim())
  if (!match) return '0'
  const [, sign = '', whole = '0', fraction = ''] = match
  const truncated = fraction.slice(0, decimals)
  const shown = fixed ? truncated.padEnd(decimals, '0') : truncated.replace(/0+$/, '')
  const isZero = /^0*$/.test(whole) && /^0*$/.test(truncated)
  if (isZero && /[1-9]/.test(fraction)) {
    return `${sign}<${decimals > 0 ? `0.${'0'.repeat(decimals - 1)}1` : '1'}`
  }
  const grouped = BigInt(whole).toLocaleString('en-US')
  return `${isZero ? '' : sign}${grouped}${shown ? `.${shown}` : ''}`
}
