import { formatMail, type Mail } from '@portico/server/mail'

/** The facts of a mail with a code, as stored in the queue. */
export type CodeMail = { to: string; origin: string; code: string }

/**
 * Writes the mail with a code. The subject does not contain the code, as it is shown on lock screens. Long codes are
 * written in groups.
 */
export function composeCodeMail({ to, origin, code }: CodeMail): Mail {
  return formatMail({
    to,
    subject: `Your code for ${new URL(origin).host}`,
    parts: [
      { paragraph: `Enter this code in the wallet on ${origin} to log in:` },
      { code: code.length > 6 ? (code.match(/.{4}/g) ?? []).join('-') : code },
      {
        paragraph: `It works once, for ten minutes, and only in the window where you started to log in. Enter it in the wallet’s own field, which shows your full e-mail address, and nowhere else. Never share it.`,
      },
      {
        paragraph:
          'If this was not you, do not enter the code anywhere: nobody can log in without it. If you get such mails again, somebody else may be able to read your mail: secure your mailbox.',
      },
    ],
  })
}
