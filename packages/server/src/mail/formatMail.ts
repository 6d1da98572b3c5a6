import type { Mail } from './Mail.ts'

/** A part of a mail. A code or a link stands alone on its line. */
export type MailPart = { paragraph: string } | { code: string } | { link: string; label: string }

/**
 * Formats a mail as plain text and as HTML without images, style sheets or scripts.
 *
 * @param subject also the title of the HTML page. Must not contain a code: lock screens show subjects.
 * @example
 * formatMail({ to: 'ada@example.com', subject: 'Your sign-in code', parts: [{ code: '012345' }] })
 */
export function formatMail({
  to,
  subject,
  parts,
  lang = 'en',
  dir = 'ltr',
}: {
  to: string
  subject: string
  parts: readonly MailPart[]
  /** The language of the texts, and the direction in which it is written. */
  lang?: string | undefined
  dir?: 'ltr' | 'rtl' | undefined
}): Mail {
  return {
    to,
    subject,
    text: `${parts.map(toText).join('\n\n')}\n`,
    html: page({ lang, dir, title: subject, body: parts.map(toHtml).join('\n') }),
  }
}

function toText(part: MailPart): string {
  if ('paragraph' in part) return part.paragraph
  return 'code' in part ? part.code : part.link
}

function toHtml(part: MailPart): string {
  if ('paragraph' in part) return `<p>${escapeHtml(part.paragraph)}</p>`
  if ('code' in part)
    return `<p style="font:700 32px/1.4 monospace;letter-spacing:4px" dir="ltr">${escapeHtml(part.code)}</p>`
  return `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.label)}</a></p>\n<p>${escapeHtml(part.link)}</p>`
}

function page({
  lang,
  dir,
  title,
  body,
}: Readonly<Record<'lang' | 'dir' | 'title' | 'body', string>>): string {
  return `<!doctype html>
<html lang="${lang}"${dir === 'rtl' ? ' dir="rtl"' : ''}>
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="font:16px/1.5 sans-serif;max-width:560px;margin:24px auto;padding:0 16px">
${body}
</body>
</html>
`
}

/** Addresses may contain `'` and `&`, and origins are not trusted. */
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
