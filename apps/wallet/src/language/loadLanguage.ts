import type { LanguageTag } from '@portico/i18n'
import { chooseLanguage } from './chooseLanguage.ts'
import { showLanguage, type TextGroup } from './language.ts'
import type { loadTexts } from './loadTexts.ts'

/** How long views in a host page wait for their texts before they are shown in English. */
const timeoutMs = 300
/** How long pages of the wallet's own wait: they are drawn once, so later texts would not be seen. */
const pageTimeoutMs = 3000

const groups = new Set<TextGroup>()
let host: LanguageTag | undefined
let question: LanguageTag | undefined
let runs = 0

/**
 * Loads the texts of groups in the visitor's language, now and whenever the language changes, and shows them. Resolves when they are
 * shown, at the latest after 300 ms; texts that arrive later are shown then, unless the language is held. Never rejects.
 */
export function loadLanguage(...added: readonly TextGroup[]): Promise<void> {
  for (const group of added) groups.add(group)
  return update()
}

/** As `loadLanguage`, for a page that is drawn once: waits up to 3 seconds. */
export function loadPageLanguage(...added: readonly TextGroup[]): Promise<void> {
  for (const group of added) groups.add(group)
  return update(pageTimeoutMs)
}

/** Sets the language of the host page; undefined if it says none. */
export function setHostLanguage(tag: LanguageTag | undefined): Promise<void> {
  host = tag
  return update()
}

/** Returns the visitor's language, in which mails are written, whether or not this page has texts in it. */
export function visitorLanguage(): LanguageTag {
  return chooseLanguage(host)
}

/** Shows the texts around a question in the language that the question is written in. */
export function setQuestionLanguage(tag: LanguageTag): Promise<void> {
  question = tag
  return loadPageLanguage('approve')
}

function update(within = timeoutMs): Promise<void> {
  runs += 1
  const tag = question ?? chooseLanguage(host)
  if (tag === 'en') {
    showLanguage({ tag, groups: {} })
    return Promise.resolve()
  }
  return Promise.race([load(tag, runs), new Promise<void>((resolve) => setTimeout(resolve, within))])
}

async function load(tag: LanguageTag, run: number): Promise<void> {
  // English pages do not need the list of files. Without it, all stays English.
  const read: typeof loadTexts = await import('./loadTexts.ts').then(
    (loaded) => loaded.loadTexts,
    () => async () => undefined,
  )
  const loaded = await Promise.all(
    [...groups].map(async (group) => {
      const messages = await read(tag, group)
      return messages ? [[group, messages] as const] : []
    }),
  )
  // Another language was chosen, or another group added, meanwhile.
  if (run === runs) showLanguage({ tag, groups: Object.fromEntries(loaded.flat()) })
}
