import type { LanguageTag } from './languageTags.ts'

/**
 * A text whose words depend on a number, as the plural rules of the language say (`Intl.PluralRules`). `plural` names the value
 * that is the number.
 *
 * @example
 * import type { PluralMessage } from '@portico/i18n'
 *
 * const wallets: PluralMessage = { plural: 'count', one: '{count} wallet', other: '{count} wallets' }
 */
export interface PluralMessage {
  plural: string
  zero?: string
  one?: string
  two?: string
  few?: string
  many?: string
  other: string
}

/** A text, in which `{name}` is a placeholder. */
export type Message = string | PluralMessage

/** Texts by their IDs. */
export type Messages = Readonly<Record<string, Message>>

/**
 * The parts that the texts are loaded in: those of the buttons, the card and Connect; of the other views; of the views that move money.
 */
export type Part = 'card' | 'views' | 'money'

/**
 * A language with all its texts, for applications that render on a server, or that show only one language and load its texts with
 * the page.
 *
 * @example
 * import { createAppKit } from '@portico/react'
 * import { de } from '@portico/i18n/de'
 *
 * createAppKit({ ...options, language: de })
 */
export interface Language {
  tag: LanguageTag
  /** The direction in which it is written. English has none: it is shown in that of the page. */
  dir?: 'ltr' | 'rtl' | undefined
  messages: Messages
}
