import type { Message } from '@portico/i18n'
import type { buttonCopy } from '../buttonCopy.ts'
import type { CopyId } from '../copy.ts'

/** The ID of a text of the buttons or of the modal. */
export type TextId = CopyId | keyof typeof buttonCopy

/**
 * The application's own texts, by ID. `{name}` in a text is a placeholder.
 *
 * @example
 * import { createAppKit } from '@portico/react'
 *
 * createAppKit({ ...options, texts: { 'button.connect': 'Log in', 'title.connect': 'Log in' } })
 */
export type Texts = Readonly<Partial<Record<TextId, Message>>>
