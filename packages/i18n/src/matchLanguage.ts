import { isLanguageTag, type LanguageTag, languageNames } from './languageTags.ts'

/**
 * Returns the language for the first of several BCP 47 tags that has texts. A region that has no texts of its own gets those of its
 * language, and Chinese those of its script: `zh-TW` is `zh-Hant`.
 *
 * @param wanted tags in the order of preference, such as `navigator.languages`; a malformed one is skipped
 * @example
 * import { matchLanguage } from '@portico/i18n'
 *
 * matchLanguage(['gsw', 'pt-PT', 'en']) // 'pt-BR'
 */
export function matchLanguage(wanted: string | readonly string[]): LanguageTag | undefined {
  for (const tag of typeof wanted === 'string' ? [wanted] : wanted) {
    const found = matchOne(tag)
    if (found) return found
  }
  return undefined
}

function matchOne(tag: string): LanguageTag | undefined {
  try {
    const locale = new Intl.Locale(tag)
    const { language, script } = locale.maximize()
    const candidates = [locale.baseName, language, `${language}-${script}`]
    return (
      candidates.find(isLanguageTag) ??
      (Object.keys(languageNames) as LanguageTag[]).find(
        (one) => one.startsWith(`${language}-`) && language !== 'zh',
      )
    )
  } catch {
    return undefined
  }
}
