import { readFileSync } from 'node:fs'
import { withoutHidden } from '../apps/wallet/src/language/withoutHidden.ts'
import { readEnglish } from '../apps/wallet/src/server/readEnglish.ts'
import type { Message, Messages } from '../packages/i18n/src/Language.ts'

/** The texts of the wallet's site in a language. */
export interface WalletTexts {
  /** Returns a text without placeholders. */
  text(id: string): string
  /** Returns those that are English though there is a translation. */
  findEnglish(shown: readonly string[]): string[]
}

const english: Messages = Object.assign({}, ...Object.values(await readEnglish()))

const formsOf = (message: Message): string[] =>
  typeof message === 'string' ? [message] : Object.values(message)
/** Names and single words may be the same in both languages, and a value may be a word. */
const isSentence = (text: string) => /\p{L}.* .*\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ''))

export function readWalletTexts(tag: string): WalletTexts {
  const read = (group: string): Messages =>
    JSON.parse(
      readFileSync(new URL(`../apps/wallet/src/locales/${tag}/${group}.json`, import.meta.url), 'utf8'),
    )
  const texts = { ...read('approve'), ...read('login'), ...read('manage') }
  const translated = new Set(Object.values(texts).flatMap(formsOf))
  const patterns = Object.entries(english)
    .filter(([id]) => id in texts)
    .flatMap(([, message]) => formsOf(message))
    .filter((text) => isSentence(text) && !translated.has(text))
    .map((text) => {
      const pieces = text.split(/\{\w+\}/).map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      return new RegExp(`^${pieces.join('.+')}$`)
    })
  return {
    text: (id) => withoutHidden(formsOf(texts[id] ?? '')[0] ?? ''),
    findEnglish: (shown) => shown.filter((text) => patterns.some((pattern) => pattern.test(text))),
  }
}
