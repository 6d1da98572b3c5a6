import { formatAmount as formatAmountIn, formatCurrency as formatCurrencyIn } from '@portico/core'
import { locale } from './locale.ts'

/** `formatAmount` of `@portico/core` in the language that is shown. */
export function formatAmount(amount: string, options?: { decimals?: number; fixed?: boolean }): string {
  return formatAmountIn(amount, { ...options, locale: locale() })
}

/** `formatCurrency` of `@portico/core` in the language that is shown. */
export function formatCurrency(value: number | null | undefined): string {
  return formatCurrencyIn(value, locale())
}

// Creating a format takes a thousand times as long as using it.
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Formats a time in the language that is shown.
 *
 * @param time milliseconds since 1970
 */
export function formatDate(time: number | Date, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale()} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale(), options)
    formats.set(key, format)
  }
  return format.format(time)
}
