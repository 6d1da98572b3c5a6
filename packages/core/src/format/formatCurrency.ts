const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/**
 * Formats a value in US dollars with 2 decimals (en-US). Anything other than a finite number becomes `–`.
 *
 * @example
 * formatCurrency(1234.5) // '$1,234.50'
 */
export function formatCurrency(value: number | null | undefined): string {
  return typeof value === 'number' && Number.isFinite(value) ? dollars.format(value) : '–'
}
