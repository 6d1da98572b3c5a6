const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Money in US dollars with 2 decimals (en-US): `$1,234.50`. Anything that is not a finite number is `–`. */
export function formatCurrency(value: number | null | undefined): string {
  return typeof value === 'number' && Number.isFinite(value) ? dollars.format(value) : '–'
}
