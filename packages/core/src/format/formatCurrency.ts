/**
 * Formats a value in US dollars with 2 decimals. Of a value that would show as 0 its
 * first two significant digits are shown instead. Anything other than a finite number becomes `–`.
 *
 * @param locale A BCP 47 tag. The digits are always 0 to 9. Default: `'en-US'`.
 * @example
 * import { formatCurrency } from '@portico/core'
 *
 * formatCurrency(1234.5) // '$1,234.50'
 * formatCurrency(0.00123) // '$0.0012'
 * formatCurrency(1234.5, 'de') // '1.234,50 $'
 */
export function formatCurrency(value: number | null | undefined, locale = 'en-US'): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '–'
  const isTiny = value !== 0 && Math.abs(value) < 0.005
  // Languages have other names for it, such as “US$”, whose parts would be reordered from right to left.
  const parts = getFormat(locale, isTiny).formatToParts(value)
  return parts.map((part) => (part.type === 'currency' ? '$' : part.value)).join('')
}

// Creating a format takes a thousand times as long as using it.
const formats = new Map<string, Intl.NumberFormat>()

function getFormat(locale: string, isTiny: boolean): Intl.NumberFormat {
  const key = `${locale} ${isTiny}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      numberingSystem: 'latn',
      ...(isTiny && { maximumSignificantDigits: 2 }),
    })
    formats.set(key, format)
  }
  return format
}
