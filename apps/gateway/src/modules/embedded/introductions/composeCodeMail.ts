import type { LanguageTag } from '@portico/i18n'
import { createMailText, formatMail, type Mail, type MailPart } from '@portico/server/mail'
import { codeMailCopy } from './codeMailCopy.ts'
import { codeMailTranslations } from './codeMailTranslations.ts'

/** The facts of a mail with a code, as stored in the queue. A mail without a `kind` is for a login. */
export type CodeMail = {
  to: string
  origin: string
  code: string
  /** The language of the mail; English without one. */
  language?: LanguageTag | undefined
} & ({ kind?: undefined } | { kind: 'old-address'; next: string } | { kind: 'new-address' })

/**
 * Writes the mail with a code, in the language of its content. The subject does not contain the code, as it is shown on lock screens.
 * Long codes are written in groups.
 */
export function composeCodeMail(content: CodeMail, translations = codeMailTranslations): Mail {
  const { to, origin, code, kind } = content
  const { tag, dir, text } = createMailText(codeMailCopy, translations)(content.language)
  const about = kind === 'old-address' ? 'oldAddress' : kind === 'new-address' ? 'newAddress' : 'login'
  const values = {
    origin,
    host: new URL(origin).host,
    next: kind === 'old-address' ? content.next : '',
  }
  const parts: MailPart[] = [
    { paragraph: text(`${about}.ask`, values) },
    { code: code.length > 6 ? (code.match(/.{4}/g) ?? []).join('-') : code },
    { paragraph: text(`${about}.rules`) },
    { paragraph: text(`${about}.refusal`) },
  ]
  return formatMail({ to, lang: tag, dir, subject: text(`${about}.subject`, values), parts })
}
