import { openSmtp } from './openSmtp.ts'

/**
 * Connects to a mail server, with TLS and the password of the URL, and sends no mail.
 *
 * @throws what nodemailer throws
 */
export async function checkSmtp({ url }: { url: string }): Promise<{ status: 'ok'; text: string }> {
  const transport = await openSmtp(url)
  try {
    await transport.verify()
    return { status: 'ok', text: 'accepts the connection and the login' }
  } finally {
    transport.close()
  }
}
