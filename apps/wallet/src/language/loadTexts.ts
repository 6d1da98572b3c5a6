import type { LanguageTag, Messages } from '@portico/i18n'
import type { TextGroup } from './language.ts'

/** How many reviewers must have read the texts of requests: a wrong word there can cost all that the visitor has. */
const approveReviewers = 2

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
 * Loads the texts of a language. Never rejects: what cannot be loaded is shown in English, and so are texts of requests that not enough
 * reviewers have read.
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
  const reviewers = reviewed[`${folder}/meta.json`]?.approve ?? 0
  if (group === 'approve' && reviewers < approveReviewers) return undefined
  return from[group][`${folder}/${group}.json`]?.().catch(() => undefined)
}

/** The languages that there are texts in, other than English. */
export const translatedTags = Object.keys(files.manage).map((path) => path.split('/')[2] ?? '')
