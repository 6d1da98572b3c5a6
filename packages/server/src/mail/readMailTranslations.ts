import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLanguageTag, type LanguageTag, type Messages } from '@portico/i18n'
import { selectShown } from '../translations/selectShown.ts'

/**
 * Reads the translations of mails: `<tag>/mail.json` with the texts of a language, and `<tag>/meta.json` with their status. A language is
 * left out if one of its texts is missing, translates an earlier English text, or has too few second readers: a mail is in one language.
 *
 * @param folder the path of the folder with the languages
 * @param options.readers how many second readers each text needs; 0 in tests of texts that nobody has compared yet
 * @example
 * readMailTranslations(join(import.meta.dirname, 'locales'), mailCopy)
 */
export function readMailTranslations(
  folder: string,
  english: Messages,
  { readers = 1 }: { readers?: number } = {},
): Readonly<Partial<Record<LanguageTag, Messages>>> {
  if (!existsSync(folder)) return {}
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
  const found = readdirSync(folder)
    .filter(isLanguageTag)
    .map((tag) => {
      const [texts, status] = [read(`${tag}/mail.json`), read(`${tag}/meta.json`)]
      return [tag, selectShown({ english, texts, status, readers, asWhole: true })] as const
    })
  return Object.fromEntries(found.filter(([, texts]) => Object.keys(texts).length > 0))
}
