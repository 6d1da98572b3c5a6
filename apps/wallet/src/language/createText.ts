import { chooseForm, formatNumber, isolate, type Messages } from '@portico/i18n'
import { languageOf, type TextGroup } from './language.ts'
import { withoutHidden } from './withoutHidden.ts'

/** The values of a text's placeholders. A number is written as the language does, and chooses the form of a plural. */
type Values<value> = Readonly<Record<string, value>>

/** Returns texts of one file of them, in the language that is shown; those without a translation in English. */
export type Text<English extends Messages> = {
  /**
   * Returns a text with its placeholders replaced. Values are inserted as they are: they are never read as placeholders.
   *
   * @example
   * linkText('link.asks.login', { host: 'app.example' }) // 'app.example asks you to log in.'
   */
  (id: keyof English & string, values?: Values<string | number>): string
  /** Returns the parts of a text whose placeholders are elements, in the order of the language. */
  parts<part>(id: keyof English & string, values: Values<string | number | part>): (string | part)[]
  /** Whether there is a text with the ID. */
  has(id: string): id is keyof English & string
  /** What the page loads the texts with. */
  group: TextGroup
  /** The English texts, which have the IDs. */
  english: English
}

/** Creates the function that returns the texts of a file. Values in translated sentences must not change their reading direction. */
export function createText<const English extends Messages>(
  group: TextGroup,
  english: English,
): Text<English> {
  function parts<part>(
    id: keyof English & string,
    values: Values<string | number | part>,
  ): (string | part)[] {
    const { tag, messages } = languageOf(group)
    const translated = messages[id]
    const shownTag = translated === undefined ? 'en' : tag
    // Requests are drawn by `drawText`, which isolates them and marks such characters instead: those of values, not those of the language.
    const isDrawn = group === 'approve'
    const isIsolated = translated !== undefined && !isDrawn
    const plain = (words: string) => (isDrawn ? withoutHidden(words) : words)
    return chooseForm(translated ?? (english[id] as string), values, shownTag)
      .split(/\{(\w+)\}/)
      .map((piece, index) => {
        if (index % 2 === 0) return plain(piece)
        const value = values[piece]
        if (value === undefined) return `{${piece}}`
        if (typeof value === 'number') return plain(formatNumber(value, shownTag))
        return typeof value === 'string' && isIsolated ? isolate(value) : value
      })
  }
  return Object.assign(
    (id: keyof English & string, values: Values<string | number> = {}) => parts(id, values).join(''),
    { parts, has: (id: string): id is keyof English & string => Object.hasOwn(english, id), group, english },
  )
}
