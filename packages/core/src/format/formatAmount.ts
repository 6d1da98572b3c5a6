/**
 * Formats a decimal string with at most `decimals` decimals. Truncates instead of rounding, so that no more
 * is shown than there is. Of an amount that would show as 0 its first two significant digits are shown instead. Works
 * on text, so that 18 decimals stay exact.
 *
 * @param amount A decimal string, such as `'1234.56789'`. Anything else is formatted as `'0'`.
 * @param options.decimals The maximum number of decimals. Default: 2.
 * @param options.fixed Whether to pad with zeros to exactly `decimals` decimals. Default: false.
 * @param options.locale A BCP 47 tag. The digits are always 0 to 9. Default: `'en-US'`.
 * @example
 * import { formatAmount } from '@portico/core'
 *
 * formatAmount('1234.56789') // '1,234.56'
 * formatAmount('0.0004', { decimals: 3 }) // '0.0004'
 * formatAmount('1234.56789', { locale: 'de' }) // '1.234,56'
 */
export function formatAmount(
  amount: string,
  {
    decimals = 2,
    fixed = false,
    locale = 'en-US',
  }: { decimals?: number; fixed?: boolean; locale?: string } = {},
): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount.trim())
  if (!match) return '0'
  const [, sign = '', whole = '0', fraction = ''] = match
  const isTiny = /^0*$/.test(whole + fraction.slice(0, decimals)) && /[1-9]/.test(fraction)
  const kept = fraction.slice(0, isTiny ? fraction.search(/[1-9]/) + 2 : decimals)
  const shown = fixed && !isTiny ? kept.padEnd(decimals, '0') : kept.replace(/0+$/, '')
  const grouped = BigInt(whole).toLocaleString(locale, { numberingSystem: 'latn' })
  const point = (1.5).toLocaleString(locale, { numberingSystem: 'latn' }).charAt(1)
  return `${/[1-9]/.test(whole + kept) ? sign : ''}${grouped}${shown ? point + shown : ''}`
}
