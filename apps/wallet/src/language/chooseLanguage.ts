import { isLanguageTag, type LanguageTag, matchLanguage } from '@portico/i18n'

const key = 'language'

/** Returns the language that the visitor chose on the wallet's own page; undefined if none. */
export function readOwnLanguage(): LanguageTag | undefined {
  try {
    const tag = globalThis.localStorage?.getItem(key)
    return isLanguageTag(tag) ? tag : undefined
  } catch {
    // Storage is disabled in the browser.
    return undefined
  }
}

/** Stores the language that the visitor chose; undefined for that of the browser. */
export function writeOwnLanguage(tag: LanguageTag | undefined): void {
  try {
    if (tag) localStorage.setItem(key, tag)
    else localStorage.removeItem(key)
  } catch {
    // Storage is disabled in the browser: the choice is forgotten with the page.
  }
}

/** Chooses the language: what the visitor chose, else that of the host page, else the browser's, else English. */
export function chooseLanguage(host: LanguageTag | undefined): LanguageTag {
  return readOwnLanguage() ?? host ?? matchLanguage(globalThis.navigator?.languages ?? []) ?? 'en'
}
