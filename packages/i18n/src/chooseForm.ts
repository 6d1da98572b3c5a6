import type { Message } from './Language.ts'

const rules = new Map<string, Intl.PluralRules>()

/**
 * Returns the words of a text for the given values, with its placeholders.
 *
 * @param values a text with plural forms needs a number under the name that it says
 */
export function chooseForm(message: Message, values: Readonly<Record<string, unknown>>, tag: string): string {
  if (typeof message === 'string') return message
  const rule = rules.get(tag) ?? new Intl.PluralRules(tag)
  rules.set(tag, rule)
  return message[rule.select(Number(values[message.plural]))] ?? message.other
}
