import type { Mail } from './composeMail.ts'

/** Something that sends mails. */
export type Mailer = {
  /**
   * @returns once the mail is the next server's affair.
   * @throws {MailRefusedError} where it makes no sense to try again; anything else is tried again.
   */
  send(mail: Mail & { id: string }): Promise<void>
  close(): void
}
