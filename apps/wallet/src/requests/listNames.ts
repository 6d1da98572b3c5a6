import { languageOf } from '../language/language.ts'
import { withoutHidden } from '../language/withoutHidden.ts'

// Creating a formatter takes far longer than using it.
const formatters = new Map<string, Intl.ListFormat>()

/** Lists names in the language of requests, all of them: "A, B and C". */
export function listNames(names: readonly string[]): string {
  const { tag } = languageOf('approve')
  // American English would write a comma before "and".
  const formatter = formatters.get(tag) ?? new Intl.ListFormat(tag === 'en' ? 'en-GB' : tag)
  formatters.set(tag, formatter)
  // What joins the names, but not what they are: that is drawn as it is.
  return formatter
    .formatToParts(names)
    .map(({ type, value }) => (type === 'literal' ? withoutHidden(value) : value))
    .join('')
}
