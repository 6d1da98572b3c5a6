import { formatMail, type Mail, type MailPart } from '@portico/server/mail'

/** The facts of a mail with a code, as stored in the queue. A mail without a `kind` is for a login. */
export type CodeMail = { to: string; origin: string; code: string } & (
  | { kind?: undefined }
  | { kind: 'old-address'; next: string }
  | { kind: 'new-address' }
)

/**
 * Writes the mail with a code. The subject does not contain the code, as it is shown on lock screens. Long codes are
 * written in groups.
 */
export function composeCodeMail(content: CodeMail): Mail {
  const { to, code } = content
  const { subject, ask, rules, refusal } = write(content)
  const parts: MailPart[] = [
    { paragraph: ask },
    { code: code.length > 6 ? (code.match(/.{4}/g) ?? []).join('-') : code },
    { paragraph: rules },
    { paragraph: refusal },
  ]
  return formatMail({ to, subject, parts })
}

function write(content: CodeMail): { subject: string; ask: string; rules: string; refusal: string } {
  const { origin } = content
  switch (content.kind) {
    case 'old-address':
      return {
        subject: 'Your code to change your e-mail address',
        ask: `Enter this code in the wallet on ${origin} to change the e-mail address of your wallet from this one to ${content.next}:`,
        rules:
          'It works once, for ten minutes, and only in the window where you started the change. Enter it in the wallet’s own field, which shows both e-mail addresses in full, and nowhere else. Never share it.',
        refusal:
          'If this was not you, do not enter the code anywhere: nobody can change the address without it. Somebody is using a device that is logged in to your wallet: end its session.',
      }
    case 'new-address':
      return {
        subject: 'Your code to confirm your new e-mail address',
        ask: `Enter this code in the wallet on ${origin} to make this the e-mail address of your wallet:`,
        rules:
          'It works once, for ten minutes, and only in the window where you started the change. Enter it in the wallet’s own field, which shows this e-mail address in full, and nowhere else. Never share it.',
        refusal: 'If this was not you, do not enter the code anywhere, and ignore this mail.',
      }
    case undefined:
      return {
        subject: `Your code for ${new URL(origin).host}`,
        ask: `Enter this code in the wallet on ${origin} to log in:`,
        rules:
          'It works once, for ten minutes, and only in the window where you started to log in. Enter it in the wallet’s own field, which shows your full e-mail address, and nowhere else. Never share it.',
        refusal:
          'If this was not you, do not enter the code anywhere: nobody can log in without it. If you get such mails again, somebody else may be able to read your mail: secure your mailbox.',
      }
  }
}
