/**
 * Returns the country of the visitor's language (ISO 3166-1 alpha-2), such as `DE` for `de` or `de-DE`; `US` if the language names
 * none. Providers of other countries are refused, so the visitor can change it.
 *
 * @example
 * readCountry('pt-BR') // 'BR'
 */
export function readCountry(language: string = globalThis.navigator?.language ?? 'en-US'): string {
  try {
    const { region } = new Intl.Locale(language).maximize()
    return region && /^[A-Z]{2}$/.test(region) ? region : 'US'
  } catch {
    return 'US'
  }
}
