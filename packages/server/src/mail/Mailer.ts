import type { Mail } from './Mail.ts'

/** Sends mails. */
export type Mailer = {
  /**
   * Resolves once the mail server has accepted the mail.
   *
   * @throws {MailRefusedError} if the mail server refuses the mail permanently. Any other error is retried.
   */
  send(mail: Mail & { id: string }): Promise<void>
  close(): void
}
