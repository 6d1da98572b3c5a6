import type { Message } from '@portico/i18n'
import type { TextStatus } from './compareTexts.ts'
import { hashMessage } from './hashMessage.ts'

/** Returns how many second readers have compared a translation as it is now: those who read an earlier one do not count. */
export function countReaders(status: TextStatus, translation: Message): number {
  return status.text === hashMessage(translation) ? status.reviews : 0
}
