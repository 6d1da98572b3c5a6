/** A provider's page on which its users read their mail. */
interface Mailbox {
  name: string
  href: string
}

const mailboxes: readonly (Mailbox & { domains: readonly string[] })[] = [
  { name: 'Gmail', href: 'https://mail.google.com/', domains: ['gmail.com', 'googlemail.com'] },
  {
    name: 'Outlook',
    href: 'https://outlook.live.com/mail/',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
  },
  { name: 'Yahoo Mail', href: 'https://mail.yahoo.com/', domains: ['yahoo.com', 'ymail.com'] },
  {
    name: 'iCloud Mail',
    href: 'https://www.icloud.com/mail/',
    domains: ['icloud.com', 'me.com', 'mac.com'],
  },
  {
    name: 'Proton Mail',
    href: 'https://mail.proton.me/',
    domains: ['proton.me', 'protonmail.com', 'pm.me'],
  },
  { name: 'GMX', href: 'https://www.gmx.net/', domains: ['gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch'] },
]

/**
 * Returns where an e-mail address of a large provider is read. It goes by the domain alone and requests nothing.
 *
 * @example
 * findMailbox('ada@gmail.com')?.name // 'Gmail'
 */
export function findMailbox(email: string): Mailbox | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return mailboxes.find(({ domains }) => domains.includes(domain))
}
