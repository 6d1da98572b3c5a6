import { createTransport } from 'nodemailer'
import type { Mailer } from './Mailer.ts'
import { MailRefusedError } from './MailRefusedError.ts'

/**
 * Sends through an SMTP server.
 *
 * @param url `smtps://user:password@mail.example` or `smtp://…`; options of nodemailer may stand in its query.
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Nothing is fetched or read from the disk because a mail says so.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object)
  return {
    async send({ id, to, subject, text, html }) {
      try {
        // As an object: no part of an address is read as a list or as a name. One id for every attempt, so that mailboxes
        // show a mail once that was sent twice.
        const domain = from.slice(from.lastIndexOf('@') + 1).replace(/[^A-Za-z0-9.-].*$/s, '')
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'auto-submitted': 'auto-generated' },
        })
      } catch (cause) {
        const { responseCode, code } = cause as { responseCode?: number; code?: string }
        // What is wrong with our own account is mended by the operator, and the mail waits.
        const isForGood = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
        throw isForGood ? new MailRefusedError({ cause }) : cause
      }
    },
    close: () => transport.close(),
  }
}
