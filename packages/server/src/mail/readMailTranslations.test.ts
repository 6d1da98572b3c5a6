import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashMessage } from '../translations/hashMessage.ts'
import { readMailTranslations } from './readMailTranslations.ts'

const english = { 'mail.subject': 'Your code', 'mail.body': 'Never share it.' }
const texts = { 'mail.subject': 'Ihr Code', 'mail.body': 'Geben Sie ihn niemals weiter.' }
const statusOf = (id: keyof typeof texts) => ({
  english: hashMessage(english[id]),
  text: hashMessage(texts[id]),
  reviews: 1,
})
const subject = statusOf('mail.subject')
const body = statusOf('mail.body')

test('behavior: a language with a text that is missing, stale or unread is left out as a whole', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-mails-'))
  const write = (tag: string, mail: object, meta: object) => {
    mkdirSync(join(folder, tag))
    writeFileSync(join(folder, tag, 'mail.json'), JSON.stringify(mail))
    writeFileSync(join(folder, tag, 'meta.json'), JSON.stringify(meta))
  }
  const status = { 'mail.subject': subject, 'mail.body': body }
  write('de', texts, status)
  write('fr', { 'mail.subject': 'Votre code' }, status)
  write('it', texts, { ...status, 'mail.body': { ...body, english: hashMessage('Share it.') } })
  write('es', texts, { ...status, 'mail.body': { ...body, reviews: 0 } })
  write('nl', { ...texts, 'mail.body': 'Edited since.' }, status)
  write('sw', texts, status)
  expect(readMailTranslations(folder, english)).toEqual({ de: texts })
  expect(readMailTranslations(folder, english, { readers: 0 })).toEqual({
    ...{ de: texts, es: texts, nl: { ...texts, 'mail.body': 'Edited since.' } },
  })
  expect(readMailTranslations(join(folder, 'none'), english)).toEqual({})
})
