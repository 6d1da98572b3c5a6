import type { Messages } from '@portico/i18n'
import { describe, expect, test } from 'vitest'
import { createMailText } from './createMailText.ts'

const english = { 'mail.subject': 'Your code for {host}', 'mail.body': 'Until {time}.' } as const
const arabic: Messages = { 'mail.subject': '{host} ⟵', 'mail.body': '{time} ⟵' }
const textsIn = createMailText(english, { ar: arabic, de: { 'mail.subject': 'Dein Code' } })

describe('createMailText', () => {
  test('behavior: the texts of a language, with its direction', () => {
    const { tag, dir, text, time } = textsIn('ar')
    expect([tag, dir]).toEqual(['ar', 'rtl'])
    expect(text('mail.subject', { host: 'shop.example' })).toBe('\u2068shop.example\u2069 ⟵')
    expect(time('2026-11-28T10:00:00.000Z')).toMatch(/2026.*10:00/)
  })

  test.each([undefined, null, 'en', 'de', 'sw', '__proto__'])(
    'behavior: %s is English: a mail is in one language or another, never in two',
    (language) => {
      const { tag, dir, text, time } = textsIn(language)
      expect([tag, dir]).toEqual(['en', 'ltr'])
      expect(text('mail.subject', { host: 'shop.example' })).toBe('Your code for shop.example')
      expect(time('2026-11-28T10:00:00.000Z')).toBe('2026-11-28T10:00:00.000Z')
    },
  )

  test.each(['{time}', '$&', '\u202Eelpmaxe', '\u2069\u2066a'])(
    'attack: the value %j is neither read as a placeholder nor turns the sentence',
    (host) => {
      expect(textsIn('en').text('mail.subject', { host, time: 'x' })).toBe(`Your code for ${host}`)
      const sentence = textsIn('ar').text('mail.subject', { host, time: 'x' })
      expect(sentence.match(/[\u202A-\u202E\u2066-\u2069]/g)).toEqual(['\u2068', '\u2069'])
      expect(sentence.endsWith('\u2069 ⟵')).toBe(true)
    },
  )
})
