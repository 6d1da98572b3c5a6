import { locale } from '../../../language/locale.ts'

/** Formats a quantity that a provider quotes, for reading: at most six significant digits. */
export function formatQuantity(amount: number): string {
  return amount.toLocaleString(locale(), { maximumSignificantDigits: 6 })
}
