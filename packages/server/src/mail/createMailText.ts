import {
  directionOf,
  formatMessage,
  isLanguageTag,
  isolate,
  type LanguageTag,
  type Messages,
} from '@portico/i18n'

/** The texts of a mail in one language. */
export type MailText<Id extends string> = {
  tag: LanguageTag
  dir: 'ltr' | 'rtl'
  /** Returns a text with its placeholders replaced. Values are inserted as they are, and do not change the reading direction. */
  text(id: Id, values?: Readonly<Record<string, string | number>>): string
  /** Formats an ISO 8601 time, in UTC. English mails have it as it is. */
  time(iso: string): string
}

/**
 * Creates the function that returns the texts of mails in a language. All of a mail is in one language: a language that lacks a text is
 * not used, and mails are in English then.
 *
 * @param translations the texts of the other languages
 */
export function createMailText<const English extends Messages>(
  english: English,
  translations: Readonly<Partial<Record<LanguageTag, Messages>>>,
): (language: string | null | undefined) => MailText<keyof English & string> {
  return (language) => {
    const translated = isLanguageTag(language) ? translations[language] : undefined
    const isWhole =
      translated !== undefined && Object.keys(english).every((id) => Object.hasOwn(translated, id))
    const messages: Messages = isWhole ? translated : english
    const tag = isWhole ? (language as LanguageTag) : 'en'
    return {
      tag,
      dir: directionOf(tag),
      text(id, values = {}) {
        const safe = Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'string' && isWhole ? isolate(value) : value,
        ])
        return formatMessage(messages[id] ?? '', Object.fromEntries(safe), tag)
      },
      time(iso) {
        if (tag === 'en') return iso
        const options = { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' } as const
        return new Intl.DateTimeFormat(`${tag}-u-nu-latn`, options).format(new Date(iso))
      },
    }
  }
}
