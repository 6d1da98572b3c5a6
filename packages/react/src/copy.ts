import { chooseForm, formatMessage, type Message } from '@portico/i18n'
import type { buyCopy } from './buyCopy.ts'
import type { buyStepsCopy } from './buyStepsCopy.ts'
import { cardCopy } from './cardCopy.ts'
import type { fundCopy } from './fundCopy.ts'
import { addIcons } from './icons/Icon.tsx'
import { language, loadTexts } from './language/language.ts'
import type { moneyCopy } from './moneyCopy.ts'
import type { payCopy } from './payCopy.ts'
import type { pendingCopy } from './pendingCopy.ts'
import type { sendCopy } from './sendCopy.ts'
import type { sendStepsCopy } from './sendStepsCopy.ts'
import type { smartAccountCopy } from './smartAccountCopy.ts'
import type { swapCopy } from './swapCopy.ts'
import type { swapNetworksCopy } from './swapNetworksCopy.ts'
import type { swapStepsCopy } from './swapStepsCopy.ts'
import type { transferCopy } from './transferCopy.ts'
import type { viewCopy } from './viewCopy.ts'

/**
 * The ID of a text of the modal. `{name}` in a text is a placeholder; see `text` and `parts/Text.tsx`. The texts are
 * in several files, because most visitors see only the first views: `cardCopy.ts` is loaded with the modal, `viewCopy.ts`
 * later, and each feature that moves money has its own, such as `sendCopy.ts`; `moneyCopy.ts` has what they share, and
 * `transferCopy.ts` what sending and swapping share. What is shown behind a form, such as previews, is in `sendStepsCopy.ts` and the like.
 */
export type CopyId =
  | keyof typeof cardCopy
  | keyof typeof viewCopy
  | keyof typeof moneyCopy
  | keyof typeof pendingCopy
  | keyof typeof sendCopy
  | keyof typeof sendStepsCopy
  | keyof typeof transferCopy
  | keyof typeof smartAccountCopy
  | keyof typeof swapCopy
  | keyof typeof swapStepsCopy
  | keyof typeof swapNetworksCopy
  | keyof typeof buyCopy
  | keyof typeof buyStepsCopy
  | keyof typeof fundCopy
  | keyof typeof payCopy

const english: Partial<Record<CopyId, Message>> = { ...cardCopy }

/** Loads the texts and icons of all views but Connect. Such a view must not render before this has resolved. */
export async function loadViewCopy(): Promise<void> {
  const [{ viewCopy, viewIcons }] = await Promise.all([import('./viewResources.ts'), loadTexts('views')])
  addCopy(viewCopy)
  addIcons(viewIcons)
}

/** Adds English texts that were loaded later. */
export function addCopy(texts: typeof english): void {
  Object.assign(english, texts)
}

/** The values of a text's placeholders. A number is written as the language does, and chooses the form of a plural. */
export type Values = Readonly<Record<string, string | number>>

function find(id: CopyId): Message {
  const { own, messages } = language.getState()
  return own[id] ?? messages[id] ?? english[id] ?? id
}

/** Returns a text with its placeholders, or the ID if the text is not loaded yet. */
export function sentence(id: CopyId, values: Readonly<Record<string, unknown>> = {}): string {
  return chooseForm(find(id), values, language.getState().tag)
}

/**
 * Returns a text with its placeholders replaced, as a plain string for attributes and live regions. Values are inserted
 * as they are and never interpreted as markup.
 *
 * @example
 * text('connecting.waiting', { wallet: 'Rabby' }) // 'Continue in Rabby'
 * text('wallets.found', { count: 2 }) // '2 wallets'
 */
export function text(id: CopyId, values: Values = {}): string {
  return formatMessage(find(id), values, language.getState().tag)
}

/** Returns whether a string is the ID of a loaded text, rather than a sentence from the application. */
export function isCopyId(value: string): value is CopyId {
  return Object.hasOwn(english, value)
}
