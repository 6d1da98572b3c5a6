import { useSyncExternalStore } from 'react'
import { type LanguageState, language } from './language.ts'

/** Returns the language, and renders again when it or its texts change. */
export function useLanguage(): LanguageState {
  return useSyncExternalStore(language.subscribe, language.getState, language.getInitialState)
}
