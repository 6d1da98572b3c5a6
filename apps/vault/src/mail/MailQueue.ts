import type { MailQueue as SharedMailQueue } from '@portico/server/mail'
import type { MailContent } from './MailContent.ts'

/** The queue of the vault's mails. */
export type MailQueue = SharedMailQueue<MailContent>
