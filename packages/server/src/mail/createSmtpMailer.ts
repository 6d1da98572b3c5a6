import type { Transporter } from 'nodemailer'
import type { Mailer } from './Mailer.ts'
import { MailRefusedError } from './MailRefusedError.ts'
import { openSmtp } from './openSmtp.ts'

/**
 * Creates a mailer that sends through an SMTP server.
 *
 * @param url `smtps://user:password@mail.example` or `smtp://…`; its query may contain options of nodemailer.
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  let transport: Promise<Transporter> | undefined
  return {
    async send({ id, to, subject, text, html }) {
      try {
        // Pass the recipient as an object, so that an address is never parsed as a list or a name. All attempts have the same
        // message ID, so that mail programs show a mail that was sent twice only once.
        const domain = from.slice(from.lastIndexOf('@') + 1).replace(/[^A-Za-z0-9.-].*$/s, '')
        transport ??= openSmtp(url)
        await (await transport).sendMail({
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
        // A failed authentication is retried: the operator can correct the account.
        const isPermanent = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
        throw isPermanent ? new MailRefusedError({ cause }) : cause
      }
    },
    close: () => void transport?.then((open) => open.close()),
  }
}
