import { language } from '../../../language/language.ts'
import { locale } from '../../../language/locale.ts'

/** Formats an amount of a currency (ISO 4217) for reading, such as `€49.99`. A code that is none is shown as text. */
export function formatMoney(amount: number | string, currency: string): string {
  try {
    const money = new Intl.NumberFormat(locale(), { style: 'currency', currency }).format(Number(amount))
    // From right to left, “US$” would be reordered to “$US”.
    return language.getState().dir === 'rtl' ? money.replace(/[A-Z]+\$/, '\u2066$&\u2069') : money
  } catch {
    return `${amount} ${currency}`
  }
}
