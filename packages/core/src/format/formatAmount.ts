/**
 * A decimal string with at most so many decimals, in en-US form, cut and never rounded up: what is shown is there.
 * An amount too small to show is `<0.001`. Works on the text, so that 18 decimals lose nothing.
 *
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
  const cut = fraction.slice(0, decimals)
  const kept = fixed ? cut.padEnd(decimals, '0') : cut.replace(/0+$/, '')
  const isZero = /^0*$/.test(whole) && /^0*$/.test(cut)
  if (isZero && /[1-9]/.test(fraction)) {
    return `${sign}<${decimals > 0 ? `0.${'0'.repeat(decimals - 1)}1` : '1'}`
  }
  const grouped = BigInt(whole).toLocaleString('en-US')
  return `${isZero ? '' : sign}${grouped}${kept ? `.${kept}` : ''}`
}
