const format = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 })

/** Formats a quantity that a provider quotes, for reading: at most six significant digits. */
export function formatQuantity(amount: number): string {
  return format.format(amount)
}
