import { BaseError } from '@portico/protocol'

/** Thrown when the mailbox cannot be opened, read or written. The failed operation has stored nothing. */
export class MailboxError extends BaseError {
  override name = 'MailboxError'
  static override code = 'mailbox-failed'
}
