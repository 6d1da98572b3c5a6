import { createServer, type Server } from 'node:http'
import { listen } from '../http/listen.ts'
import { createMailboxListener } from './createMailboxListener.ts'
import { createMessages, type MailMessage } from './createMessages.ts'
import { createSmtp } from './createSmtp.ts'

/** An SMTP server with an inbox, for development. */
export interface Mailbox {
  /** URL of the page; the API is at `/api/messages`. */
  url: string
  /** URL for sending mail, such as `smtp://127.0.0.1:4405`. */
  smtpUrl: string
  /** Returns the received mails, newest first, optionally of one recipient. */
  messages(to?: string): MailMessage[]
  stop(): Promise<void>
}

/**
 * Starts an inbox that accepts every mail, keeps the last two hundred in memory and shows them.
 *
 * @param port of the page; 0 selects a free port.
 * @param smtpPort 0 selects a free port.
 * @throws {PortTakenError}
 * @example
 * const mailbox = await startMailbox({ port: 0, smtpPort: 0 })
 * await sendMail({ url: mailbox.smtpUrl, to: 'ada@example.com' })
 * mailbox.messages('ada@example.com')[0]?.subject
 * await mailbox.stop()
 */
export async function startMailbox({
  port,
  smtpPort,
  host = '127.0.0.1',
}: {
  port: number
  smtpPort: number
  host?: string | undefined
}): Promise<Mailbox> {
  const messages = createMessages()
  const smtp = createSmtp({ messages })
  // Ignore clients that disconnect early; `listen` reports a port in use.
  smtp.on('error', () => undefined)
  const page = createServer(
    { headersTimeout: 10_000, requestTimeout: 10_000 },
    createMailboxListener({ messages }),
  )
  const where = { host, name: 'the mailbox' }
  const shownPage = await listen({ server: page, port, variable: 'MAIL_PORT', ...where })
  const server = smtp.server as unknown as Server
  const { port: mailPort } = await listen({ server, port: smtpPort, variable: 'SMTP_PORT', ...where }).catch(
    async (error: unknown) => {
      await shownPage.close()
      throw error
    },
  )
  const shown = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${shown}:${shownPage.port}`,
    smtpUrl: `smtp://${shown}:${mailPort}`,
    messages: messages.list,
    async stop() {
      await Promise.all([shownPage.close(), new Promise<void>((resolve) => smtp.close(() => resolve()))])
    },
  }
}
