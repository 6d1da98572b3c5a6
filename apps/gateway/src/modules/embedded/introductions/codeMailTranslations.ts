import { join } from 'node:path'
import { readMailTranslations } from '@portico/server/mail'
import { codeMailCopy } from './codeMailCopy.ts'

/** The texts of these mails in other languages: `locales/<tag>/mail.json`. */
export const codeMailTranslations = readMailTranslations(join(import.meta.dirname, 'locales'), codeMailCopy)
