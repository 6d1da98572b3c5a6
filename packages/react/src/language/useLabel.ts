import { buttonCopy } from '../buttonCopy.ts'
import { useLanguage } from './useLanguage.ts'

/** Returns the text of a button on the page. */
export function useLabel(id: keyof typeof buttonCopy): string {
  const { own, messages } = useLanguage()
  return String(own[id] ?? messages[id] ?? buttonCopy[id])
}
