import { afterEach, describe, expect, test } from 'vitest'
import { createText } from './createText.ts'
import { showLanguage } from './language.ts'

const english = {
  'link.asks': '{host} asks you to log in.',
  'link.sentTo': 'We sent a link to {email}. Open it.',
  'link.tries': { plural: 'count', one: 'One try is left.', other: '{count} tries are left.' },
  'link.other': 'Not translated for {name}.',
} as const
const translated = {
  'link.asks': '[[ {host} ]]',
  'link.sentTo': '{email} ·',
  'link.tries': { plural: 'count', one: '{count} pokus', few: '{count} pokusy', other: '{count} pokusů' },
}
const text = createText('login', english)
const asked = createText('approve', english)
const show = () => showLanguage({ tag: 'cs', groups: { login: translated, approve: translated } })

afterEach(() => showLanguage({ tag: 'en', groups: {} }))

describe('createText', () => {
  test('behavior: is English until another language is shown, and where that has no text', () => {
    expect(text('link.asks', { host: 'app.example' })).toBe('app.example asks you to log in.')
    show()
    expect(text('link.asks', { host: 'app.example' })).toBe('[[ \u2068app.example\u2069 ]]')
    expect(text('link.other', { name: 'Ada' })).toBe('Not translated for Ada.')
    showLanguage({ tag: 'cs', groups: { manage: translated } })
    expect(text('link.asks', { host: 'app.example' })).toBe('app.example asks you to log in.')
  })

  test('behavior: a number chooses the form that the language has for it', () => {
    expect([1, 2, 5].map((count) => text('link.tries', { count }))).toEqual([
      'One try is left.',
      '2 tries are left.',
      '5 tries are left.',
    ])
    show()
    expect([1, 2, 5].map((count) => text('link.tries', { count }))).toEqual([
      '1 pokus',
      '2 pokusy',
      '5 pokusů',
    ])
  })

  test('behavior: an element stands where the language has it', () => {
    const email = { name: 'element' }
    expect(text.parts('link.sentTo', { email })).toEqual(['We sent a link to ', email, '. Open it.'])
    show()
    expect(text.parts('link.sentTo', { email })).toEqual(['', email, ' ·'])
  })

  test('behavior: requests have plain spaces, as others are drawn as hidden characters; values stay as they are', () => {
    showLanguage({
      tag: 'fr',
      groups: {
        approve: {
          'link.asks': '«\u00a0{host}\u00a0»\u202f!\u200e \u0645\u200c\u06cc',
          'link.tries': '{count}',
        },
      },
    })
    expect(asked('link.asks', { host: 'a\u00a0\u200eb' })).toBe('« a\u00a0\u200eb » ! \u0645\u200c\u06cc')
    expect(asked('link.tries', { count: 1234 })).toBe('1 234')
  })

  test.each(['{host}', '{email}', '{count}', '$&', '<b>', '{{host}}'])(
    'attack: the value %s is not read as a placeholder',
    (host) => {
      expect(text('link.asks', { host })).toBe(`${host} asks you to log in.`)
      show()
      expect(text('link.asks', { host, email: 'eve', count: 1 })).toBe(`[[ \u2068${host}\u2069 ]]`)
      expect(asked('link.asks', { host, email: 'eve', count: 1 })).toBe(`[[ ${host} ]]`)
    },
  )

  test.each(['\u202Eexample.app', '\u2066a', 'a\u2069\u202E', '\u200Fa', '\u061Ca'])(
    'attack: a value cannot turn the direction of the sentence around it: %j',
    (host) => {
      show()
      const sentence = text('link.asks', { host })
      // One isolate around the value, and nothing that ends it early or begins another.
      expect(sentence.match(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g)).toEqual(['\u2068', '\u2069'])
      expect(sentence).toMatch(/^\[\[ \u2068.*\u2069 \]\]$/)
    },
  )
})
