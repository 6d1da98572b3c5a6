import { createHash } from 'node:crypto'
import type { Message } from '@portico/i18n'

/** Returns a short hash of a text, which changes with each word of it. */
export function hashMessage(message: Message): string {
  return createHash('sha256').update(JSON.stringify(message)).digest('hex').slice(0, 8)
}
