import type { Language, LanguageTag, Messages, Part } from '@portico/i18n'
import { createStore } from 'zustand/vanilla'

/**
 * Which language the buttons and the modal are in: that of the page (the `lang` attribute of `<html>`, whose changes are followed),
 * that of the visitor's browser, one by its tag, or one whose texts the application imports. Without texts for it: English.
 */
export type LanguageOption = 'page' | 'browser' | LanguageTag | Language

export interface LanguageState {
  tag: LanguageTag
  /** Undefined for English, which follows the page around it. */
  dir?: 'ltr' | 'rtl' | undefined
  /** The translated texts that are loaded. English ones are in the code that shows them. */
  messages: Messages
  /** The application's own texts, which replace others. */
  own: Messages
  /** Whether the buttons wait for their texts. */
  isPending?: boolean
}

const english = { tag: 'en', dir: undefined, messages: {} } as const

/**
 * The language of the buttons and the modals of the page. Its initial state is what a server renders and hydration starts with: what was
 * known when the instance was created.
 */
export const language = createStore<LanguageState>(() => ({ ...english, own: {} }))

/** The parts of the texts that are shown, and so must be loaded whenever the language changes. */
const parts = new Set<Part>(['card'])

/** How long buttons wait for their texts before they show English ones. */
const timeoutMs = 300

let observer: MutationObserver | undefined
/** The code that changes the language. Undefined as long as it is English, or one whose texts the application imports. */
let switching: Promise<typeof import('./switchLanguage.ts')> | undefined

/** Sets the language that an instance is created with. On a server, only one with its texts has an effect. */
export function startLanguage({
  option = 'page',
  own = {},
  report,
}: {
  option?: LanguageOption | undefined
  own?: Messages | undefined
  report: (error: unknown) => void
}): void {
  const isWhole = typeof option === 'object'
  language.setState(
    Object.assign(language.getInitialState(), {
      ...english,
      own,
      ...(isWhole && option),
    }),
  )
  if (isWhole || typeof document === 'undefined') return
  const start = () => setLanguage(option).catch(report)
  let tag: string = option
  if (option === 'page') {
    const root = document.documentElement
    tag = root.lang
    observer = new MutationObserver(start)
    observer.observe(root, { attributeFilter: ['lang'] })
  }
  if (!switching && /^(en\b|$)/i.test(tag)) return
  language.setState({ isPending: true })
  setTimeout(() => language.setState({ isPending: false }), timeoutMs)
  void start()
}

/**
 * Changes the language of everything that is shown, once its texts are loaded.
 *
 * @throws Error if its code cannot be loaded
 */
export async function setLanguage(option: LanguageOption): Promise<void> {
  observer?.disconnect()
  switching = import('./switchLanguage.ts')
  await (await switching).switchLanguage(language, { option, parts })
}

/** Loads a part of the texts, now and whenever the language changes. Without them English ones are shown; never rejects. */
export async function loadTexts(part: Part): Promise<void> {
  parts.add(part)
  await switching?.then(({ updateTexts }) => updateTexts(language, parts)).catch(() => {})
}
