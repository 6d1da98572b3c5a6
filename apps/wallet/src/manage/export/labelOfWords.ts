import { exportText } from './copy.ts'

/** Returns the label of the button that shows a phrase. */
export function labelOfWords(words: string): string {
  const count = words.split(' ').length
  return count === 12 ? exportText('export.holdTwelveWords') : exportText('export.holdWords', { count })
}
