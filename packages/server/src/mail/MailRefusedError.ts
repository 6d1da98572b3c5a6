import { BaseError } from '@portico/protocol'

/** Thrown when the mail server refuses a mail permanently (SMTP 5xx). */
export class MailRefusedError extends BaseError {
  override name = 'MailRefusedError'
  static override code = 'mail-refused'
  constructor({ cause }: { cause: unknown }) {
    super('The mail server refused the mail.', { cause })
  }
}
