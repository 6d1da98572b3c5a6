import type { Transporter } from 'nodemailer'

/** Opens a pool of connections to an SMTP server. Loads nodemailer only then, to save memory in servers that send no mail. */
export async function openSmtp(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // The content of a mail must not make nodemailer fetch a URL or read a file.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object)
}
