import { englishTexts } from '../../packages/react/src/testing/englishTexts.ts'

/**
 * The groups of the modal's texts, each with the number of second readers that a translation needs.
 *
 * @type {Record<string, { english: import('@portico/i18n').Messages, readers: number }>}
 */
export const modalTexts = Object.fromEntries(
  Object.entries(englishTexts).map(([group, english]) => [group, { english, readers: 1 }]),
)
