import type { LanguageTag, Messages } from '@portico/i18n'

/** The texts of these mails in other languages. A language is a file `locales/<tag>.json` with all of them, which is imported here. */
export const codeMailTranslations: Readonly<Partial<Record<LanguageTag, Messages>>> = {}
