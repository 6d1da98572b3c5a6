import { localeOf } from '../language/language.ts'

/** Writes the first letter of a text in upper case, for a clause that is a title. */
export function capitalise(text: string): string {
  const [first = ''] = text
  return `${first.toLocaleUpperCase(localeOf('approve'))}${text.slice(first.length)}`
}
