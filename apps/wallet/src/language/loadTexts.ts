import type { LanguageTag, Messages } from '@portico/i18n'
import type { TextGroup } from './language.ts'
import { shownGroups } from './shownGroups.ts'

type Files = Readonly<Record<string, () => Promise<Messages>>>

// Not in the code of this page: only the visitor's language is loaded.
const files: Readonly<Record<TextGroup, Files>> = {
  approve: import.meta.glob<Messages>('../locales/*/approve.json', { import: 'default' }),
  login: import.meta.glob<Messages>('../locales/*/login.json', { import: 'default' }),
  manage: import.meta.glob<Messages>('../locales/*/manage.json', { import: 'default' }),
}

/**
 * Loads the texts of a language. Never rejects: what cannot be loaded is shown in English.
 *
 * @returns undefined if there are none
 */
export async function loadTexts(
  tag: LanguageTag,
  group: TextGroup,
  { from = files, shown = shownGroups }: { from?: typeof files; shown?: typeof shownGroups } = {},
): Promise<Messages | undefined> {
  if (!shown[tag]?.includes(group)) return undefined
  return from[group][`../locales/${tag}/${group}.json`]?.().catch(() => undefined)
}

/** The languages that the wallet's own page has texts in, other than English. */
export const translatedTags = Object.entries(shownGroups).flatMap(([tag, groups]) =>
  groups.includes('manage') ? tag : [],
)
