import { localeOf } from '../language/language.ts'

/** Returns the name of a country (ISO 3166-1 alpha-2) in the language of the page; the code if it is none of a country. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(localeOf('login'), { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
