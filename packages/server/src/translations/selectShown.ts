import type { Messages } from '@portico/i18n'
import { compareTexts, type TranslatedTexts } from './compareTexts.ts'

/**
 * Selects the texts of a language that are built into files for visitors: translations of the present English that enough second readers
 * have compared. The others are shown in English.
 *
 * @param asWhole if one text of the file cannot be shown, none is: what belongs together must not be in two languages
 */
export function selectShown({ asWhole, ...file }: TranslatedTexts & { asWhole: boolean }): Messages {
  const { missing, stale, unread, ready } = compareTexts(file)
  if (asWhole && missing.length + stale.length + unread.length > 0) return {}
  const shown = new Set(ready)
  return Object.fromEntries(Object.entries(file.texts).filter(([id]) => shown.has(id)))
}
