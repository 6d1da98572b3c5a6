const style = { style: 'currency', currency: 'USD' } as const
const dollars = new Intl.NumberFormat('en-US', style)
const tiny = new Intl.NumberFormat('en-US', { ...style, maximumSignificantDigits: 2 })

/**
 * Formats a value in US dollars with 2 decimals (en-US). Of a value that would show as 0 its
 * first two significant digits are shown instead. Anything other than a finite number becomes `–`.
 *
 * @example
 * formatCurrency(1234.5) // '$1,234.50'
 * formatCurrency(0.00123) // '$0.0012'
 */
export function formatCurrency(value: number | null | undefined): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '–'
  return (value !== 0 && Math.abs(value) < 0.005 ? tiny : dollars).format(value)
}
