import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PortTakenError } from '../errors/PortTakenError.ts'
import { createMailboxListener } from './createMailboxListener.ts'
import { createMessages, type MailMessage } from './createMessages.ts'
import { createSmtp } from './createSmtp.ts'

/** A mailbox for a machine without mail. */
export interface Mailbox {
  /** The page, and `/api/messages`. */
  url: string
  /** For the programs that send: `smtp://127.0.0.1:4405`. */
  smtpUrl: string
  /** What has arrived, newest first; to one address where it is given. */
  messages(to?: string): MailMessage[]
  stop(): Promise<void>
}

/**
 * Starts a mailbox: it takes every mail, keeps the last two hundred in memory and shows them.
 *
 * @param port of the page; 0 = any.
 * @param smtpPort 0 = any.
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
  // A client that goes away in the middle is no failure of the mailbox; a port that is taken is heard by `listen`.
  smtp.on('error', () => undefined)
  const page = createServer(
    { headersTimeout: 10_000, requestTimeout: 10_000 },
    createMailboxListener({ messages }),
  )
  const stopPage = () =>
    new Promise<void>((resolve) => {
      page.close(() => resolve())
      page.closeAllConnections()
    })
  await listen({ server: page, host, port, variable: 'MAIL_PORT' })
  try {
    await listen({ server: smtp.server as unknown as Server, host, port: smtpPort, variable: 'SMTP_PORT' })
  } catch (error) {
    await stopPage()
    throw error
  }
  const shown = host.includes(':') ? `[${host}]` : host
  const portOf = (server: Server) => (server.address() as AddressInfo).port
  return {
    url: `http://${shown}:${portOf(page)}`,
    smtpUrl: `smtp://${shown}:${portOf(smtp.server as unknown as Server)}`,
    messages: messages.list,
    async stop() {
      await Promise.all([stopPage(), new Promise<void>((resolve) => smtp.close(() => resolve()))])
    },
  }
}

function listen({
  server,
  host,
  port,
  variable,
}: {
  server: Server
  host: string
  port: number
  variable: string
}): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE'
      reject(isTaken ? new PortTakenError({ chain: 'the mailbox', host, port, variable }) : error)
    }
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })
}
