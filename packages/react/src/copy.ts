import type { buyCopy } from './buyCopy.ts'
import { cardCopy } from './cardCopy.ts'
import type { fundCopy } from './fundCopy.ts'
import { addIcons } from './icons/Icon.tsx'
import type { moneyCopy } from './moneyCopy.ts'
import type { payCopy } from './payCopy.ts'
import type { pendingCopy } from './pendingCopy.ts'
import type { sendCopy } from './sendCopy.ts'
import type { smartAccountCopy } from './smartAccountCopy.ts'
import type { swapCopy } from './swapCopy.ts'
import type { viewCopy } from './viewCopy.ts'

/**
 * The ID of a text of the modal. `{name}` in a text is a placeholder; see `text` and `parts/Text.tsx`. The texts are
 * in several files, because most visitors see only the first views: `cardCopy.ts` is loaded with the modal, `viewCopy.ts`
 * later, and each feature that moves money has its own, such as `sendCopy.ts`; `moneyCopy.ts` has what they share.
 */
export type CopyId =
  | keyof typeof cardCopy
  | keyof typeof viewCopy
  | keyof typeof moneyCopy
  | keyof typeof pendingCopy
  | keyof typeof sendCopy
  | keyof typeof smartAccountCopy
  | keyof typeof swapCopy
  | keyof typeof buyCopy
  | keyof typeof fundCopy
  | keyof typeof payCopy

const sentences: Partial<Record<CopyId, string>> = { ...cardCopy }

/** Loads the texts and icons of all views but Connect. Such a view must not render before this has resolved. */
export async function loadViewCopy(): Promise<void> {
  const { viewCopy, viewIcons } = await import('./viewResources.ts')
  addCopy(viewCopy)
  addIcons(viewIcons)
}

/** Adds texts that were loaded later. */
export function addCopy(texts: typeof sentences): void {
  Object.assign(sentences, texts)
}

/** Returns a text with its placeholders, or the ID if the text is not loaded yet. */
export function sentence(id: CopyId): string {
  return sentences[id] ?? id
}

/**
 * Returns a text with its placeholders replaced, as a plain string for attributes and live regions. Values are inserted
 * as they are and never interpreted as markup.
 *
 * @example
 * text('connecting.waiting', { wallet: 'Rabby' }) // 'Continue in Rabby'
 */
export function text(id: CopyId, values: Readonly<Record<string, string>> = {}): string {
  return sentence(id).replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** Returns whether a string is the ID of a loaded text, rather than a sentence from the application. */
export function isCopyId(value: string): value is CopyId {
  return Object.hasOwn(sentences, value)
}
