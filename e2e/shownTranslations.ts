import { readFileSync } from 'node:fs'
import { hashMessage } from '../packages/server/src/translations/hashMessage.ts'

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../apps/wallet/src/locales/${path}`, import.meta.url), 'utf8'))

/**
 * Returns what the wallet's own page may show for an English text in a language: its translations, or the text itself if they are stale
 * or nobody has compared them.
 */
export function shownTranslations(tag: string, english: string): string[] {
  const texts: Record<string, string> = read(`${tag}/manage.json`)
  const status: Record<string, { english: string; reviews: number }> = read(`${tag}/meta.json`)
  const ready = Object.keys(texts).filter(
    (id) => status[id]?.english === hashMessage(english) && status[id].reviews > 0,
  )
  return ready.length > 0 ? ready.map((id) => texts[id] ?? '') : [english]
}
