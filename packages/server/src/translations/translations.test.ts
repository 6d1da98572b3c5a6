import { describe, expect, test } from 'vitest'
import { compareTexts, hashMessage, selectShown } from './index.ts'

const english = { a: 'Send', b: { plural: 'count', one: 'One', other: '{count}' }, c: 'Swap', d: 'Buy' }
const texts = {
  a: 'Senden',
  b: { plural: 'count', one: 'Eins', other: '{count}' },
  c: 'Tauschen',
  old: 'Alt',
}
const status = {
  a: { english: hashMessage(english.a), text: hashMessage(texts.a), reviews: 2 },
  b: { english: hashMessage(english.b), text: hashMessage(texts.b), reviews: 1 },
  c: { english: hashMessage('Exchange'), text: hashMessage(texts.c), reviews: 2 },
}

describe('compareTexts', () => {
  test('behavior: each text is in the list that says what it lacks', () => {
    expect(compareTexts({ english, texts, status, readers: 2 })).toEqual({
      missing: ['d'],
      stale: ['c'],
      unread: ['b'],
      ready: ['a'],
      obsolete: ['old'],
    })
    expect(compareTexts({ english, texts, status, readers: 1 }).ready).toEqual(['a', 'b'])
    expect(compareTexts({ english, texts, status: {}, readers: 0 }).stale).toEqual(['a', 'b', 'c'])
  })

  test('attack: nobody has read a translation that was edited after it was read', () => {
    const edited = { ...texts, a: 'Alles senden', b: { ...texts.b, one: 'Zwei' } }
    expect(compareTexts({ english, texts: edited, status, readers: 1 })).toMatchObject({
      unread: ['a', 'b'],
      ready: [],
    })
    expect(selectShown({ english, texts: edited, status, readers: 1, asWhole: false })).toEqual({})
  })
})

describe('selectShown', () => {
  test('behavior: texts that are stale, or that too few have read, are left out', () => {
    const file = { english, texts, status, readers: 2 }
    expect(selectShown({ ...file, asWhole: false })).toEqual({ a: 'Senden' })
    expect(selectShown({ ...file, readers: 1, asWhole: false })).toEqual({ a: texts.a, b: texts.b })
  })

  test('behavior: of what is shown as a whole, nothing is left while one text is missing, stale or unread', () => {
    const { a, b } = english
    const whole = { texts: { a: texts.a, b: texts.b }, status, asWhole: true }
    expect(selectShown({ ...whole, english: { a, b }, readers: 1 })).toEqual(whole.texts)
    expect(selectShown({ ...whole, english: { a, b }, readers: 2 })).toEqual({})
    expect(selectShown({ ...whole, english: { a, b, d: 'Buy' }, readers: 1 })).toEqual({})
    expect(selectShown({ ...whole, english: { a: 'Send all', b }, readers: 1 })).toEqual({})
  })
})
