/** The languages, by their BCP 47 tags, with their own names. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  cs: 'Čeština',
  ro: 'Română',
  uk: 'Українська',
  ru: 'Русский',
  tr: 'Türkçe',
  ar: 'العربية',
  fa: 'فارسی',
  he: 'עברית',
  hi: 'हिन्दी',
  id: 'Bahasa Indonesia',
  ms: 'Bahasa Melayu',
  vi: 'Tiếng Việt',
  th: 'ไทย',
  ja: '日本語',
  ko: '한국어',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
} as const

export type LanguageTag = keyof typeof languageNames

const rightToLeft: readonly string[] = ['ar', 'fa', 'he']

/** Returns the direction in which a language is written. */
export function directionOf(tag: LanguageTag): 'ltr' | 'rtl' {
  return rightToLeft.includes(tag) ? 'rtl' : 'ltr'
}

/** Returns whether a value is the tag of a language that has texts. */
export function isLanguageTag(value: unknown): value is LanguageTag {
  return typeof value === 'string' && Object.hasOwn(languageNames, value)
}
