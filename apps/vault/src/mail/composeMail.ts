import type { Letter } from './Letter.ts'

/** A mail as it is sent. */
export type Mail = { to: string; subject: string; text: string; html: string }

type Part = { says: string } | { code: string } | { link: string; label: string }

/**
 * Writes a mail. No subject holds a code, as subjects are shown on locked screens; code and link stand alone in a line.
 *
 * @example
 * composeMail({ kind: 'code', to: 'ada@example.com', origin: 'https://shop.example', code: '012345' }).subject
 */
export function composeMail(letter: Letter): Mail {
  const { subject, parts } = write(letter)
  return {
    to: letter.to,
    subject,
    text: `${parts.map(toText).join('\n\n')}\n`,
    html: page(subject, parts.map(toHtml).join('\n')),
  }
}

const notYou = 'If this was not you, do nothing: without you nobody gets any further.'

function write(letter: Letter): { subject: string; parts: Part[] } {
  switch (letter.kind) {
    case 'device':
      return {
        subject: 'Confirm your sign-in',
        parts: [
          {
            says: `Somebody wants to log in to ${letter.origin} with this address, from ${letter.browser} on ${letter.system}. If it is you, open this link and compare the number: it must be ${letter.matchCode} where you log in, too.`,
          },
          { link: letter.link, label: 'Look at the sign-in' },
          { says: `The link works once, for ten minutes. ${notYou}` },
        ],
      }
    case 'code':
      return {
        subject: 'Your sign-in code',
        parts: [
          { says: `To log in to ${letter.origin}, type this code:` },
          { code: letter.code },
          { says: `It works once, for ten minutes. Tell it to nobody. ${notYou}` },
        ],
      }
    case 'device-added':
      return {
        subject: 'A new device has logged in',
        parts: [
          {
            says: `${letter.browser} on ${letter.system} has logged in to ${letter.origin} with a code of this mailbox.`,
          },
          ...(letter.heldUntil === undefined
            ? []
            : [{ says: `It can open your wallet from ${letter.heldUntil} on.` }]),
          ...(letter.link === undefined
            ? []
            : [
                { says: 'If it is not yours, stop it before that with this link:' },
                { link: letter.link, label: 'Stop the device' },
              ]),
          {
            says: 'If this was not you, somebody reads your mail: secure the mailbox, and end the session of that device in your wallet.',
          },
        ],
      }
    case 'update-primary':
      return {
        subject: 'Confirm the change of your address',
        parts: [
          {
            says: `Your wallet is to belong to ${letter.next} instead of this address. To agree, type this code:`,
          },
          { code: letter.code },
          { says: `It works once, for ten minutes. Tell it to nobody. ${notYou}` },
        ],
      }
    case 'update-secondary':
      return {
        subject: 'Confirm your new address',
        parts: [
          { says: 'A wallet is to belong to this address. To agree, type this code:' },
          { code: letter.code },
          { says: `It works once, for ten minutes. Tell it to nobody. ${notYou}` },
        ],
      }
    case 'updated':
      return {
        subject: 'Your address was changed',
        parts: [
          {
            says: `Your wallet belongs to ${letter.next} now. If that was not you, change it back with this link:`,
          },
          { link: letter.link, label: 'Change it back' },
          { says: 'The link works for 72 hours.' },
        ],
      }
  }
}

function toText(part: Part): string {
  if ('says' in part) return part.says
  return 'code' in part ? part.code : part.link
}

function toHtml(part: Part): string {
  if ('says' in part) return `<p>${escapeHtml(part.says)}</p>`
  if ('code' in part)
    return `<p style="font:700 32px/1.4 monospace;letter-spacing:4px">${escapeHtml(part.code)}</p>`
  return `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.label)}</a></p>\n<p>${escapeHtml(part.link)}</p>`
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="font:16px/1.5 sans-serif;max-width:560px;margin:24px auto;padding:0 16px">
${body}
</body>
</html>
`
}

/** Addresses may hold `'` and `&`, and origins are somebody else's. */
function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => names[character] ?? '')
}
