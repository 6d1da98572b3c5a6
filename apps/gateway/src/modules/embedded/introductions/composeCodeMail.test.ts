import { join } from 'node:path'
import type { LanguageTag, Messages } from '@portico/i18n'
import { readMailTranslations } from '@portico/server/mail'
import { expect, test } from 'vitest'
import { codeMailCopy } from './codeMailCopy.ts'
import { type CodeMail, composeCodeMail } from './composeCodeMail.ts'

const common = { to: 'ada@example.com', origin: 'https://shop.example', code: '0123456789AB' }
const contents: readonly CodeMail[] = [
  common,
  { ...common, kind: 'old-address', next: 'ada@example.org' },
  { ...common, kind: 'new-address' },
]
const translations = readMailTranslations(join(import.meta.dirname, 'locales'), codeMailCopy, { readers: 0 })
const pseudo: Messages = Object.fromEntries(
  Object.entries(codeMailCopy).map(([id, text]) => [id, `[${id}${text.match(/\{\w+\}/g)?.join('') ?? ''}]`]),
)

test('behavior: subject and body of a mail with a code are in its language, with each text used', () => {
  const used = new Set<string>()
  for (const content of contents) {
    const { subject, text, html } = composeCodeMail({ ...content, language: 'ar' }, { ar: pseudo })
    expect(html).toContain('<html lang="ar" dir="rtl">')
    for (const [, id = ''] of `${subject}${text}`.matchAll(/\[([\w.]+)/g)) used.add(id)
    expect(text.replace(/\[[^\]]*\]/g, '').trim()).toBe('0123-4567-89AB')
  }
  expect([...used].sort()).toEqual(Object.keys(codeMailCopy).sort())
})

test('behavior: English without a language, or without all its texts', () => {
  const { 'login.ask': _, ...incomplete } = pseudo
  for (const content of contents) {
    const english = composeCodeMail(content)
    expect(english.text).not.toMatch(/[{}]/)
    expect(composeCodeMail({ ...content, language: 'de' }, { de: incomplete })).toEqual(english)
  }
})

test('behavior: in every language, the mail has the code, and no link', () => {
  for (const language of Object.keys(translations) as LanguageTag[])
    for (const content of contents) {
      const { subject, text, html } = composeCodeMail({ ...content, language }, translations)
      expect(html).toContain(`<html lang="${language}"`)
      expect(text.split('\n\n')[1]).toBe('0123-4567-89AB')
      expect(subject).not.toContain('0123')
      expect(html).not.toContain('href')
      expect(text.match(/https:/g)).toHaveLength(1)
    }
})

test('behavior: translations have the placeholders of the English texts', () => {
  const placeholders = (text: unknown) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].sort()
  for (const texts of [pseudo, ...Object.values(translations)])
    for (const [id, text] of Object.entries(codeMailCopy))
      expect([id, placeholders(texts[id])]).toEqual([id, placeholders(text)])
})
