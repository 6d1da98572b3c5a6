import { languageNames } from '@portico/i18n'
import { describe, expect, test } from 'vitest'
import { englishTexts } from '../packages/react/src/testing/englishTexts.ts'
import { checkMessage, readTexts, tags } from './translations/locales.mjs'

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

describe('locales', () => {
  test('behavior: every language but English has files', () => {
    expect(['en', ...tags].sort()).toEqual(Object.keys(languageNames).sort())
  })

  test.each(tags)('behavior: the texts of %s have the IDs, values and plural forms of theirs', (tag) => {
    const problems = Object.entries(englishTexts).flatMap(([part, english]) =>
      Object.entries(readTexts(tag, part)).flatMap(([id, message]) =>
        id in english
          ? checkMessage(tag, english[id], message).map((problem) => `${id}: ${problem}`)
          : [`${id}: there is no such text in ${part}`],
      ),
    )
    expect(problems).toEqual([])
  })
})
