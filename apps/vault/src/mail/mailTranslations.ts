import { join } from 'node:path'
import { readMailTranslations } from '@portico/server/mail'
import { mailCopy } from './mailCopy.ts'

/** The texts of mails in other languages: `locales/<tag>/mail.json`. */
export const mailTranslations = readMailTranslations(
  join(import.meta.dirname, 'locales'),
  mailCopy,
  // They warn of what happens to a wallet.
  { readers: 2 },
)
