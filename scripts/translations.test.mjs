import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkMessage } from './translations/checkMessage.mjs'
import { Locale, tags } from './translations/locales.mjs'
import { sampleTexts } from './translations/sampleTexts.mjs'
import { sets } from './translations/sets.mjs'

const plural = { plural: 'count', one: '{count} wallet', other: '{count} wallets' }

describe('checkMessage', () => {
  test.each([
    ['de', 'Send {amount}', '{amount} senden'],
    ['de', plural, { plural: 'count', one: 'Ein Wallet', other: '{count} Wallets' }],
    ['ja', plural, { plural: 'count', other: '{count} 個のウォレット' }],
    ['ja', plural, '{count} 個のウォレット'],
  ])('behavior: %s accepts %j', (tag, english, translated) => {
    expect(checkMessage(tag, english, translated)).toEqual([])
  })

  test.each([
    ['de', 'Send {amount}', 'Senden', 'lacks {amount}'],
    ['de', 'Send {amount}', '{amount} {x} senden', 'unknown {x}'],
    ['de', 'Send', '', 'empty'],
    ['de', 'Send', ' Senden', 'space'],
    ['ar', 'Send', '\u202eSend', 'control character'],
    ['de', 'Send', '<b>Senden</b>', 'markup'],
    ['ru', plural, { plural: 'count', one: '{count} кошелёк', other: '{count} кошелька' }, 'few, many'],
    ['ja', plural, { plural: 'count', one: '{count} 個', other: '{count} 個' }, 'does not use: one'],
    ['de', plural, { plural: 'number', one: '{count}', other: '{count}' }, '{number} is no value'],
    ['de', plural, { plural: 'count', one: 'Ein Wallet', other: 'Wallets' }, 'other lacks {count}'],
  ])('behavior: %s refuses a translation of %j as %j', (tag, english, translated, problem) => {
    expect(checkMessage(tag, english, translated).join()).toContain(problem)
  })
})

describe('Locale', () => {
  const groups = {
    say: { english: { a: 'Send {amount}', b: 'Swap', c: 'Buy' }, readers: 2 },
    ask: { english: { d: 'Send?' }, readers: 1 },
  }
  const write = (texts) => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-locale-'))
    mkdirSync(join(folder, 'de'))
    for (const [name, content] of Object.entries(texts))
      writeFileSync(join(folder, 'de', `${name}.json`), JSON.stringify(content))
    return { name: 'test', folder, groups }
  }

  test('behavior: a text is stale until it is translated, and unread until enough have read it', () => {
    const set = write({ say: { a: '{amount} senden', b: 'Tauschen' }, ask: { d: 'Senden?' } })
    const first = new Locale(set, 'de')
    expect(first.compare('say')).toMatchObject({ missing: ['c'], stale: ['a', 'b'] })
    first.markTranslated('say', ['a', 'b'])
    first.markReviewed('say', ['a'])
    first.writeStatus()
    const second = new Locale(set, 'de')
    expect(second.compare('say')).toMatchObject({ stale: [], unread: ['a', 'b'] })
    second.markReviewed('say', ['a'])
    expect(second.compare('say')).toMatchObject({ unread: ['b'], ready: ['a'] })
    // The same English again: the readers still count. Another one: they do not.
    second.markTranslated('say', ['a'])
    expect(second.status.a.reviews).toBe(2)
    set.groups = {
      ...groups,
      say: { english: { ...groups.say.english, a: 'Send all {amount}' }, readers: 2 },
    }
    second.markTranslated('say', ['a'])
    expect(second.status.a.reviews).toBe(0)
  })

  test('attack: nobody has read a translation that was edited after it was read, but who corrects it reads it', () => {
    const locale = new Locale(write({ say: { a: '{amount} senden', b: 'Tauschen' } }), 'de')
    locale.markTranslated('say', ['a', 'b'])
    for (const _ of [1, 2]) locale.markReviewed('say', ['a', 'b'])
    expect(locale.compare('say').ready).toEqual(['a', 'b'])
    locale.texts.say.a = 'Alle {amount} senden'
    expect(locale.compare('say')).toMatchObject({ unread: ['a'], ready: ['b'] })
    locale.markReviewed('say', ['a'])
    expect(locale.countReaders('say', 'a')).toBe(1)
    locale.markReviewed('say', ['a'])
    expect(locale.compare('say').ready).toEqual(['a', 'b'])
    locale.texts.say.b = 'Wechseln'
    locale.markTranslated('say', ['b'])
    expect(locale.countReaders('say', 'b')).toBe(0)
  })

  test('behavior: only translations of today’s English are compared with it', () => {
    const locale = new Locale(write({ say: { a: 'Senden', b: 'Tauschen {x}' } }), 'de')
    expect(locale.findProblems('say')).toEqual([])
    locale.markTranslated('say', ['b'])
    expect(locale.findProblems('say')).toEqual(['b: text has the unknown {x}'])
    expect(locale.findProblems('say', ['a'])).toEqual(['a: text lacks {amount}'])
  })

  test('behavior: texts without English are obsolete until they are removed', () => {
    const set = write({
      say: { b: 'Tauschen', old: 'Alt' },
      meta: { old: { english: 'x', text: 'y', reviews: 1 } },
    })
    const locale = new Locale(set, 'de')
    expect(locale.compare('say').obsolete).toEqual(['old'])
    locale.removeObsolete()
    locale.writeTexts()
    locale.writeStatus()
    const { texts, status } = new Locale(set, 'de')
    expect([texts.say, status]).toEqual([{ b: 'Tauschen' }, {}])
  })
})

describe('sampleTexts', () => {
  const texts = Array.from({ length: 200 }, (_, index) => ({ id: `text.${index}` }))
  const sample = (seed, from = texts) => sampleTexts(from, { size: 50, seed }).map(({ id }) => id)

  test('behavior: a seed draws the same texts each time, and another one others', () => {
    expect(new Set(sample('1')).size).toBe(50)
    expect(sample('1')).toEqual(sample('1', texts.toReversed()))
    expect(sample('2').filter((id) => sample('1').includes(id)).length).toBeLessThan(25)
  })

  test('behavior: a new text changes at most one of those that are drawn', () => {
    const now = sample('1', [...texts, { id: 'new' }])
    expect(now.filter((id) => !sample('1').includes(id)).length).toBeLessThan(2)
  })
})

describe('the translations', () => {
  test.each(sets)('behavior: every language but English has files: $name', ({ folder }) => {
    expect(readdirSync(folder).sort()).toEqual(tags)
  })

  test.each(sets)('behavior: each ID is there once: $name', ({ groups }) => {
    const ids = Object.values(groups).flatMap(({ english }) => Object.keys(english))
    expect(new Set(ids).size).toBe(ids.length)
  })

  // Those that are missing or stale are shown in English: only a release needs all of them.
  test.each(tags)('behavior: the texts of %s have the values and plural forms that they need', (tag) => {
    const problems = sets.flatMap((set) =>
      Object.keys(set.groups).flatMap((group) => new Locale(set, tag).findProblems(group)),
    )
    expect(problems).toEqual([])
  })
})
