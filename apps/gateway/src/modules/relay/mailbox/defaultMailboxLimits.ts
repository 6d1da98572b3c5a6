import type { MailboxLimits } from './MailboxStore.ts'

/** Enough for the requests to a wallet that was offline for a week, but too little to store files in a topic. */
export const defaultMailboxLimits: MailboxLimits = { messages: 1000, bytes: 8 * 1024 * 1024 }
