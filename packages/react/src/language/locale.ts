import { language } from './language.ts'

/** Returns the tag for `Intl` of the language that is shown, with the digits 0 to 9. English is that of the USA. */
export function locale(): string {
  const { tag } = language.getState()
  return `${tag === 'en' ? 'en-US' : tag}-u-nu-latn`
}
