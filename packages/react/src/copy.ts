import { cardCopy } from './cardCopy.ts'
import type { viewCopy } from './viewCopy.ts'

/**
 * Every sentence the modal shows or says, by id. `{name}` stands for a value; see `text` and `parts/Text.tsx`. They are
 * written in two files, as most visitors see only the first views: `cardCopy.ts` and `viewCopy.ts`.
 */
export type CopyId = keyof typeof cardCopy | keyof typeof viewCopy

const sentences: Partial<Record<CopyId, string>> = { ...cardCopy }

/** Fetches the sentences of the views beyond Connect; nothing of them is shown before. */
export async function loadViewCopy(): Promise<void> {
  Object.assign(sentences, (await import('./viewCopy.ts')).viewCopy)
}

/** A sentence with its placeholders; its id where it is not fetched yet. */
export function sentence(id: CopyId): string {
  return sentences[id] ?? id
}

/**
 * A sentence as plain text, for attributes and live regions. Values are put in as they are, so the result is text and
 * never markup.
 *
 * @example
 * text('connecting.waiting', { wallet: 'Rabby' }) // 'Continue in Rabby'
 */
export function text(id: CopyId, values: Readonly<Record<string, string>> = {}): string {
  return sentence(id).replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** Whether a text is an id of the catalogue rather than a sentence of the application's own. */
export function isCopyId(value: string): value is CopyId {
  return Object.hasOwn(sentences, value)
}
