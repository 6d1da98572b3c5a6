import type { LanguageTag, Messages } from '@portico/i18n'
import type { TextGroup } from './language.ts'

/**
 * How many second readers must have compared the texts with the English ones. Two for requests: a wrong word there can cost all that the
 * visitor has.
 */
const readers: Readonly<Record<TextGroup, number>> = { approve: 2, login: 1, manage: 1 }

type Reviewed = Partial<Record<TextGroup, number>>
type Files = Readonly<Record<string, () => Promise<Messages>>>

// Not in the code of this page: only the visitor's language is loaded.
const files: Readonly<Record<TextGroup, Files>> = {
  approve: import.meta.glob<Messages>('../locales/*/approve.json', { import: 'default' }),
  login: import.meta.glob<Messages>('../locales/*/login.json', { import: 'default' }),
  manage: import.meta.glob<Messages>('../locales/*/manage.json', { import: 'default' }),
}
const reviews = import.meta.glob<Reviewed>('../locales/*/meta.json', { import: 'reviewed', eager: true })

/**
 * Loads the texts of a language. Never rejects: what cannot be loaded is shown in English, and so are texts that not enough second readers
 * have compared.
 *
 * @returns undefined if there are none
 */
export async function loadTexts(
  tag: LanguageTag,
  group: TextGroup,
  {
    from = files,
    reviewed = reviews,
  }: { from?: typeof files; reviewed?: Readonly<Record<string, Reviewed>> } = {},
): Promise<Messages | undefined> {
  const folder = `../locales/${tag}`
  if ((reviewed[`${folder}/meta.json`]?.[group] ?? 0) < readers[group]) return undefined
  return from[group][`${folder}/${group}.json`]?.().catch(() => undefined)
}

/** The languages that there are texts in, other than English. */
export const translatedTags = Object.entries(reviews).flatMap(([path, { manage = 0 }]) =>
  manage < readers.manage ? [] : (path.split('/')[2] ?? []),
)
