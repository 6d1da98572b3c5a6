import type { Messages } from '@portico/i18n'
import { countReaders } from './countReaders.ts'
import { hashMessage } from './hashMessage.ts'

/** What `meta.json` says about a translation. */
export type TextStatus = {
  /** Hash of the English text that was translated ({@link hashMessage}). */
  english: string
  /** Hash of the translation that they compared. */
  text: string
  /** How many second readers have compared that translation with that English text. */
  reviews: number
}

/** A file of texts in one language, and what is needed to judge it. */
export type TranslatedTexts = {
  english: Messages
  texts: Messages
  /** By the IDs of the texts; those of other files may be among them. */
  status: Readonly<Record<string, TextStatus>>
  /** How many second readers each text needs. */
  readers: number
}

/** The IDs of a file of texts, each in one list. */
export type Comparison = {
  /** They have no translation. */
  missing: string[]
  /** Their translation is one of an earlier English text. */
  stale: string[]
  /** Too few second readers have compared them as they are now. */
  unread: string[]
  /** They can be shown. */
  ready: string[]
  /** They have a translation, but no English text any more. */
  obsolete: string[]
}

/** Compares the texts of a language with the English ones. */
export function compareTexts({ english, texts, status, readers }: TranslatedTexts): Comparison {
  const result: Comparison = { missing: [], stale: [], unread: [], ready: [], obsolete: [] }
  for (const [id, message] of Object.entries(english)) {
    if (texts[id] === undefined) result.missing.push(id)
    else if (status[id]?.english !== hashMessage(message)) result.stale.push(id)
    else result[countReaders(status[id], texts[id]) < readers ? 'unread' : 'ready'].push(id)
  }
  result.obsolete = Object.keys(texts).filter((id) => english[id] === undefined)
  return result
}
