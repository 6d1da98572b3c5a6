import type { MailboxLimits } from './MailboxStore.ts'

/** A wallet that was away for a week finds its requests; a topic is no place to store files. */
export const defaultMailboxLimits: MailboxLimits = { messages: 1000, bytes: 8 * 1024 * 1024 }
