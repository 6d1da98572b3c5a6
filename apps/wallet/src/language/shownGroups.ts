import type { LanguageTag } from '@portico/i18n'
import type { TextGroup } from './language.ts'

/**
 * The groups that each language has texts of. The build writes them here (`shownTexts.ts` of the server), because visitors do not load
 * what `meta.json` says about each text.
 */
export const shownGroups: Readonly<Partial<Record<LanguageTag, readonly TextGroup[]>>> = {}
