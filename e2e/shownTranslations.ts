import { readFileSync } from 'node:fs'
import type { TextStatus } from '../packages/server/src/translations/compareTexts.ts'
import { countReaders } from '../packages/server/src/translations/countReaders.ts'
import { hashMessage } from '../packages/server/src/translations/hashMessage.ts'

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../apps/wallet/src/locales/${path}`, import.meta.url), 'utf8'))

/**
 * Returns what the wallet's own page may show for an English text in a language: its translations, or the text itself if they are stale
 * or nobody has compared them.
 */
export function shownTranslations(tag: string, english: string): string[] {
  const texts: Record<string, string> = read(`${tag}/manage.json`)
  const status: Record<string, TextStatus> = read(`${tag}/meta.json`)
  const ready = Object.entries(texts)
    .filter(([id, text]) => {
      const known = status[id]
      return known?.english === hashMessage(english) && countReaders(known, text) > 0
    })
    .map(([id]) => id)
  return ready.length > 0 ? ready.map((id) => texts[id] ?? '') : [english]
}
