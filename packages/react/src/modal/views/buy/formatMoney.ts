import { locale } from '../../../language/locale.ts'

/** Formats an amount of a currency (ISO 4217) for reading, such as `€49.99`. A code that is none is shown as text. */
export function formatMoney(amount: number | string, currency: string): string {
  try {
    return new Intl.NumberFormat(locale(), { style: 'currency', currency }).format(Number(amount))
  } catch {
    return `${amount} ${currency}`
  }
}
