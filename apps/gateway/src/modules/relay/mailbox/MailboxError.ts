import { BaseError } from '@portico/protocol'

/** Thrown where the mailbox cannot be opened, read or written. Nothing of what was asked has been kept. */
export class MailboxError extends BaseError {
  override name = 'MailboxError'
  static override code = 'mailbox-failed'
}
