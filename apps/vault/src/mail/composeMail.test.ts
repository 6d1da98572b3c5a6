import { join } from 'node:path'
import { directionOf, type LanguageTag, type Messages } from '@portico/i18n'
import { readMailTranslations } from '@portico/server/mail'
import { describe, expect, test } from 'vitest'
import { composeMail } from './composeMail.ts'
import type { MailContent } from './MailContent.ts'
import { mailCopy } from './mailCopy.ts'

const where = { to: 'ada@example.com', browser: 'Firefox', system: 'Linux' }
const page = { origin: 'https://shop.example', link: 'https://wallet.example/device#x' }
const heldUntil = '2026-11-28T10:00:00.000Z'
const contents: readonly MailContent[] = [
  { kind: 'device', ...where, ...page },
  { kind: 'device-added', ...where, ...page, heldUntil },
  { kind: 'moved', ...where, link: page.link, heldUntil },
  ...(['words', 'backup', 'code', 'import'] as const).map(
    (what): MailContent => ({ kind: 'exported', what, ...where }),
  ),
  { kind: 'code-used', ...where },
  ...(['login-added', 'login-removed'] as const).flatMap((kind): MailContent[] => [
    { kind, method: 'google', ...where },
    { kind, method: 'email', ...where },
  ]),
  { kind: 'new-address', ...where, ...page },
  { kind: 'updated', to: where.to, next: 'ada@example.org', link: page.link },
]
const translations = readMailTranslations(join(import.meta.dirname, 'locales'), mailCopy, { readers: 0 })
/** A pseudo-locale: each text is its ID, with the placeholders of the English one. */
const pseudo: Messages = Object.fromEntries(
  Object.entries(mailCopy).map(([id, text]) => [id, `[${id}${text.match(/\{\w+\}/g)?.join('') ?? ''}]`]),
)

describe('composeMail', () => {
  test('behavior: subject and body are in the language of the mail, with each text once used', () => {
    const used = new Set<string>()
    for (const content of contents) {
      const { subject, text, html } = composeMail({ ...content, language: 'he' }, { he: pseudo })
      expect(html).toContain('<html lang="he" dir="rtl">')
      for (const [, id = ''] of `${subject}${text}${html}`.matchAll(/\[([\w.]+)/g)) used.add(id)
      // Nothing but translated texts, links and values.
      expect(text.replace(/\[[^\]]*\]|https:\S+/g, '').trim()).toBe('')
      expect(text).not.toMatch(/\{\w+\}/)
    }
    expect([...used, 'where.unknown'].sort()).toEqual(Object.keys(mailCopy).sort())
  })

  test('behavior: English without a language, or without all its texts', () => {
    const { 'device.link': _, ...incomplete } = pseudo
    for (const content of contents) {
      const english = composeMail(content)
      expect(english.html).toContain('<html lang="en">')
      expect(english.text).not.toMatch(/[{}]/)
      expect(composeMail({ ...content, language: 'de' }, { de: incomplete })).toEqual(english)
    }
  })

  test('behavior: in every language, a mail has the links, names and address of the English one', () => {
    for (const language of Object.keys(translations) as LanguageTag[])
      for (const content of contents) {
        const [english, mail] = [composeMail(content), composeMail({ ...content, language }, translations)]
        const direction = directionOf(language) === 'rtl' ? ' dir="rtl"' : ''
        expect(mail.html).toContain(`<html lang="${language}"${direction}>`)
        const linksOf = ({ html }: typeof mail) => html.match(/href="[^"]*"/g)
        expect(linksOf(mail)).toEqual(linksOf(english))
        const valuesOf = ({ text }: typeof mail) =>
          text.match(/Firefox|Linux|Google|ada@example\.org|https:\/\/[\w.]+/g)?.sort()
        expect([language, content.kind, valuesOf(mail)]).toEqual([language, content.kind, valuesOf(english)])
        expect(mail.subject).not.toBe(english.subject)
      }
  })

  test('behavior: a browser that is not known is not named in English', () => {
    const unknown: MailContent = { kind: 'code-used', to: where.to, browser: 'Unknown', system: 'Unknown' }
    const { text } = composeMail({ ...unknown, language: 'he' }, { he: pseudo })
    expect(text.match(/Unknown|where\.unknown/g)).toEqual(['where.unknown', 'where.unknown'])
    expect(composeMail(unknown).text).toContain('in Unknown on Unknown')
  })

  test('behavior: translations have the placeholders of the English texts', () => {
    const placeholders = (text: unknown) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].sort()
    for (const texts of [pseudo, ...Object.values(translations)])
      for (const [id, text] of Object.entries(mailCopy))
        expect([id, placeholders(texts[id])]).toEqual([id, placeholders(text)])
  })
})
