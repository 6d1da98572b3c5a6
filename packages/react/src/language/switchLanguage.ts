import { directionOf, type LanguageTag, loadTexts, matchLanguage, type Part } from '@portico/i18n'
import type { StoreApi } from 'zustand/vanilla'
import type { LanguageOption, LanguageState } from './language.ts'

// The functions get the store instead of importing it: bundlers would make another file of what the page and this one share.
type Store = StoreApi<LanguageState>

/** The language whose texts are loaded; undefined if the application imports them. */
let chosen: LanguageTag | undefined
let observer: MutationObserver | undefined

/**
 * Changes the language, once its texts are loaded.
 *
 * @param parts the parts of the texts that are shown
 */
export async function switchLanguage(
  store: Store,
  { option, parts }: { option: LanguageOption; parts: Iterable<Part> },
): Promise<void> {
  observer?.disconnect()
  const choose = (tags: string | readonly string[]) => {
    chosen = matchLanguage(tags) ?? 'en'
    return updateTexts(store, parts)
  }
  if (typeof option === 'object') {
    chosen = undefined
    store.setState({ ...option, isPending: false })
  } else if (option === 'page') {
    const root = document.documentElement
    observer = new MutationObserver(() => void choose(root.lang))
    observer.observe(root, { attributeFilter: ['lang'] })
    await choose(root.lang)
  } else await choose(option === 'browser' ? navigator.languages : option)
}

/** Loads the texts that are shown and not loaded yet. A part that cannot be loaded stays English. */
export async function updateTexts(store: Store, parts: Iterable<Part>): Promise<void> {
  const tag = chosen
  if (!tag) return
  const loaded = await Promise.allSettled([...parts].map((part) => loadTexts(tag, part)))
  // Another language was chosen meanwhile.
  if (chosen !== tag) return
  const texts = loaded.map((one) => (one.status === 'fulfilled' ? one.value : {}))
  const dir = tag === 'en' ? undefined : directionOf(tag)
  store.setState({ tag, dir, messages: Object.assign({}, ...texts), isPending: false })
}
