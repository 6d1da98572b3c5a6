import { localeOf } from '../language/language.ts'
import { withoutHidden } from '../language/withoutHidden.ts'

// Creating a formatter takes far longer than using it.
const formatters = new Map<string, Intl.NumberFormat>()

/** Formats a number in the language of requests. */
export function formatNumber(number: number | bigint, options: Intl.NumberFormatOptions = {}): string {
  return withoutHidden(numberFormat(options).format(number))
}

/** Returns what separates the digits of a fraction in the language of requests. */
export function decimalPoint(): string {
  return (
    numberFormat({})
      .formatToParts(1.5)
      .find(({ type }) => type === 'decimal')?.value ?? '.'
  )
}

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = localeOf('approve')
  const key = `${locale} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(locale, options)
  formatters.set(key, formatter)
  return formatter
}
