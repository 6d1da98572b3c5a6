import type { LoginMethod } from '@portico/protocol/social'
import { createMailText, formatMail, type Mail, type MailPart, type MailText } from '@portico/server/mail'
import type { MailContent } from './MailContent.ts'
import { mailCopy } from './mailCopy.ts'
import { mailTranslations } from './mailTranslations.ts'

type Texts = MailText<keyof typeof mailCopy>

/**
 * Writes the text of a mail, in the language of its content. It contains no code: codes are the gateway's.
 *
 * @example
 * composeMail({ kind: 'updated', to: 'ada@example.com', next: 'ada@example.org', link }).subject
 */
export function composeMail(content: MailContent, translations = mailTranslations): Mail {
  const texts = createMailText(mailCopy, translations)(content.language)
  return formatMail({ to: content.to, lang: texts.tag, dir: texts.dir, ...write(content, texts) })
}

function write(content: MailContent, texts: Texts): { subject: string; parts: MailPart[] } {
  const { text, time } = texts
  switch (content.kind) {
    case 'device':
      return {
        subject: text('device.subject'),
        parts: [
          { paragraph: text('device.asked', whereOf(content, texts)) },
          { link: content.link, label: text('device.link') },
          { paragraph: text('device.once') },
        ],
      }
    case 'device-added':
      return {
        subject: text('added.subject'),
        parts: [
          { paragraph: text('added.who', whereOf(content, texts)) },
          ...(content.heldUntil === undefined
            ? []
            : [{ paragraph: text('added.held', { time: time(content.heldUntil) }) }]),
          ...(content.link === undefined
            ? []
            : [{ paragraph: text('added.stop') }, { link: content.link, label: text('added.link') }]),
          { paragraph: text('added.stranger') },
        ],
      }
    case 'moved':
      return {
        subject: text('moved.subject'),
        parts: [
          { paragraph: text('moved.who', whereOf(content, texts)) },
          ...(content.link === undefined || content.heldUntil === undefined
            ? []
            : [
                { paragraph: text('moved.stop', { time: time(content.heldUntil) }) },
                { link: content.link, label: text('moved.link') },
              ]),
          { paragraph: text('moved.stranger') },
        ],
      }
    case 'exported':
      return {
        subject: text(`exported.${content.what}.subject`),
        parts: [
          { paragraph: text(`exported.${content.what}.done`, whereOf(content, texts)) },
          { paragraph: text('exported.stranger') },
        ],
      }
    case 'code-used':
      return {
        subject: text('codeUsed.subject'),
        parts: [
          { paragraph: text('codeUsed.done', whereOf(content, texts)) },
          { paragraph: text('codeUsed.stranger') },
        ],
      }
    case 'login-added':
      return writeLogin('loginAdded', content, texts)
    case 'login-removed':
      return writeLogin('loginRemoved', content, texts)
    case 'new-address':
      return {
        subject: text('newAddress.subject'),
        parts: [
          { paragraph: text('newAddress.asked', whereOf(content, texts)) },
          { link: content.link, label: text('newAddress.link') },
          { paragraph: text('newAddress.once') },
        ],
      }
    case 'updated':
      return {
        subject: text('updated.subject'),
        parts: [
          { paragraph: text('updated.done', { next: content.next }) },
          { link: content.link, label: text('updated.link') },
          { paragraph: text('updated.until') },
        ],
      }
  }
}

const providerNames: Readonly<Record<Exclude<LoginMethod, 'email'>, string>> = {
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  discord: 'Discord',
  x: 'X',
  facebook: 'Facebook',
  farcaster: 'Farcaster',
}

function writeLogin(
  change: 'loginAdded' | 'loginRemoved',
  content: Extract<MailContent, { kind: 'login-added' | 'login-removed' }>,
  texts: Texts,
): { subject: string; parts: MailPart[] } {
  const { text } = texts
  const { method } = content
  const where = whereOf(content, texts)
  return {
    subject: text(`${change}.subject`),
    parts: [
      {
        paragraph:
          method === 'email'
            ? text(`${change}.email`, where)
            : text(`${change}.provider`, { ...where, provider: providerNames[method] }),
      },
      { paragraph: text(`${change}.stranger`) },
    ],
  }
}

function whereOf(
  { origin = '', browser, system }: { origin?: string; browser: string; system: string },
  { text }: Texts,
) {
  // As `describeBrowser` says of what it does not know.
  const nameOf = (one: string) => (one === 'Unknown' ? text('where.unknown') : one)
  return { origin, browser: nameOf(browser), system: nameOf(system) }
}
