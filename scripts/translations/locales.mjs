import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageNames } from '@portico/i18n'
import { compareTexts, countReaders, hashMessage } from '@portico/server/translations'
import { checkMessage } from './checkMessage.mjs'

/** The languages that texts are translated into. */
export const tags = Object.keys(languageNames)
  .filter((tag) => tag !== 'en')
  .sort()

/** The files of a language in one set of texts. All methods name texts by their IDs. */
export class Locale {
  /** @param {import('./sets.mjs').TextSet} set */
  constructor(set, tag) {
    this.set = set
    this.tag = tag
    this.status = readJson(this.#file('meta'))
    this.texts = Object.fromEntries(
      Object.keys(set.groups).map((group) => [group, readJson(this.#file(group))]),
    )
  }

  /** @returns {import('@portico/server/translations').Comparison} */
  compare(group) {
    return compareTexts({ ...this.set.groups[group], texts: this.texts[group], status: this.status })
  }

  /** Returns what is wrong with the translations of today's English, whatever they mean. */
  findProblems(group, ids = this.#current(group)) {
    const { english } = this.set.groups[group]
    return ids.flatMap((id) =>
      checkMessage(this.tag, english[id], this.texts[group][id]).map((problem) => `${id}: ${problem}`),
    )
  }

  /** Returns how many second readers have compared a text as it is now. */
  countReaders(group, id) {
    return countReaders(this.status[id], this.texts[group][id])
  }

  /** Notes that texts are translations of today's English. */
  markTranslated(group, ids) {
    for (const id of ids) {
      const english = hashMessage(this.set.groups[group].english[id])
      const text = hashMessage(this.texts[group][id])
      const { english: before, text: textBefore } = this.status[id] ?? {}
      if (before !== english || textBefore !== text) this.status[id] = { english, text, reviews: 0 }
    }
  }

  /** Notes that one more second reader has compared texts. Whoever corrected one is the first reader of what it is now. */
  markReviewed(group, ids) {
    for (const id of ids) {
      const reviews = this.countReaders(group, id) + 1
      this.status[id] = { ...this.status[id], text: hashMessage(this.texts[group][id]), reviews }
    }
  }

  /** Removes texts that there is no English of, and what is noted about them. */
  removeObsolete() {
    for (const [group, texts] of Object.entries(this.texts))
      for (const id of this.compare(group).obsolete) delete texts[id]
    const all = Object.values(this.texts)
    for (const id of Object.keys(this.status)) if (!all.some((texts) => id in texts)) delete this.status[id]
  }

  writeStatus() {
    // One line for each text, so that changes of several people can be merged.
    const lines = Object.entries(this.status)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([id, { english, text, reviews }]) =>
          `  ${JSON.stringify(id)}: { "english": "${english}", "text": "${text}", "reviews": ${reviews} }`,
      )
    writeFileSync(this.#file('meta'), lines.length > 0 ? `{\n${lines.join(',\n')}\n}\n` : '{}\n')
  }

  writeTexts() {
    for (const [group, texts] of Object.entries(this.texts))
      writeFileSync(this.#file(group), `${JSON.stringify(texts, null, 2)}\n`)
  }

  #file(name) {
    return join(this.set.folder, this.tag, `${name}.json`)
  }

  #current(group) {
    const { unread, ready } = this.compare(group)
    return [...unread, ...ready]
  }
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
