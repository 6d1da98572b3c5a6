import { language } from '../../../language/language.ts'
import { locale } from '../../../language/locale.ts'

/** Formats an amount of a currency (ISO 4217) for reading, such as `€49.99`. A code that is none is shown as text. */
export function formatMoney(amount: number | string, currency: string): string {
  try {
    const parts = new Intl.NumberFormat(locale(), { style: 'currency', currency }).formatToParts(
      Number(amount),
    )
    const isRtl = language.getState().dir === 'rtl'
    // From right to left, “US$” would be reordered to “$US”.
    const isolate = (symbol: string) => (/^[A-Z]+\$/.test(symbol) ? `\u2066${symbol}\u2069` : symbol)
    return parts.map(({ type, value }) => (isRtl && type === 'currency' ? isolate(value) : value)).join('')
  } catch {
    return `${amount} ${currency}`
  }
}
