import { directionOf, type LanguageTag, type Messages } from '@portico/i18n'

/** What a page loads of the texts: those of requests and the wallet window, of logins with the pages behind links, or of the wallet's own page. */
export type TextGroup = 'approve' | 'login' | 'manage'

/** A language, with the groups of its texts that are loaded. English ones are in the code that shows them. */
export type ShownLanguage = {
  tag: LanguageTag
  groups: Readonly<Partial<Record<TextGroup, Messages>>>
}

const english: ShownLanguage = { tag: 'en', groups: {} }
let shown = english
let next: ShownLanguage | undefined
let holds = 0

/** Shows texts in a language from now on; while the language is held, from the end of that on. */
export function showLanguage(language: ShownLanguage): void {
  if (holds > 0) {
    next = language
    return
  }
  next = undefined
  shown = language
  const root = globalThis.document?.documentElement
  if (root) Object.assign(root, attributesOf(pageTag()))
}

/**
 * Keeps the language until the returned function is called: a text must not change, or be in another language than the others, while
 * the visitor decides about it.
 */
export function holdLanguage(): () => void {
  let isHeld = true
  holds += 1
  return () => {
    if (!isHeld) return
    isHeld = false
    holds -= 1
    if (holds === 0 && next) showLanguage(next)
  }
}

/** Returns the language of a group: English unless its texts are loaded. */
export function languageOf(group: TextGroup): { tag: LanguageTag; messages: Messages } {
  const messages = shown.groups[group]
  return messages ? { tag: shown.tag, messages } : { tag: 'en', messages: {} }
}

/** Returns the tag of a group's language for `Intl`, with the digits 0 to 9. English is that of the USA. */
export function localeOf(group: TextGroup): string {
  const { tag } = languageOf(group)
  return `${tag === 'en' ? 'en-US' : tag}-u-nu-latn`
}

/** Returns the attributes of a view of the group; none if it is in the language of the page. */
export function viewLanguage(group: TextGroup): { lang?: string; dir?: string } {
  const { tag } = languageOf(group)
  return tag === pageTag() ? {} : attributesOf(tag)
}

function pageTag(): LanguageTag {
  return Object.keys(shown.groups).length > 0 ? shown.tag : 'en'
}

function attributesOf(tag: LanguageTag): { lang: string; dir: string } {
  return { lang: tag, dir: directionOf(tag) }
}
