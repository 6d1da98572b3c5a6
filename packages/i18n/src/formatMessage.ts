import { chooseForm } from './chooseForm.ts'
import type { Message } from './Language.ts'

/**
 * Returns a text with its placeholders replaced. Values are inserted as they are and never interpreted as markup; numbers are
 * written as the language does, with the digits 0 to 9.
 *
 * @example
 * import { formatMessage } from '@portico/i18n'
 *
 * formatMessage({ plural: 'count', one: '{count} wallet', other: '{count} wallets' }, { count: 1 }, 'en') // '1 wallet'
 */
export function formatMessage(
  message: Message,
  values: Readonly<Record<string, string | number>>,
  tag: string,
): string {
  return chooseForm(message, values, tag).replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    return typeof value === 'number' ? formatNumber(value, tag) : (value ?? placeholder)
  })
}

/** Returns a number as a language writes it, with the digits 0 to 9. */
export function formatNumber(value: number, tag: string): string {
  return value.toLocaleString(tag, { numberingSystem: 'latn' })
}
