import { describe, expect, test } from 'vitest'
import { checkMessage } from './checkMessage.mjs'

const found = { plural: 'count', one: '{count} wallet', other: '{count} wallets' }
/** The number chooses the form and is not shown. */
const revoked = {
  plural: 'count',
  one: 'the permission to take {names}',
  other: 'the permissions to take {names}',
}

describe('checkMessage', () => {
  test('behavior: accepts the forms of the language', () => {
    const polish = {
      plural: 'count',
      one: 'jeden portfel',
      few: '{count} portfele',
      many: '{count} portfeli',
    }
    expect(checkMessage('pl', found, { ...polish, other: '{count} portfela' })).toEqual([])
    expect(checkMessage('ja', found, { plural: 'count', other: 'ウォレット{count}個' })).toEqual([])
    expect(
      checkMessage('de', 'Wait {seconds} seconds', {
        plural: 'seconds',
        one: 'Noch {seconds} Sekunde',
        other: 'Noch {seconds} Sekunden',
      }),
    ).toEqual([])
  })

  test('behavior: accepts a number that chooses the form and is not shown', () => {
    const german = { plural: 'count', one: 'die Erlaubnis für {names}', other: 'die Erlaubnisse für {names}' }
    expect(checkMessage('de', revoked, german)).toEqual([])
    expect(checkMessage('de', revoked, { ...german, other: '{count} Erlaubnisse für {names}' })).toEqual([])
  })

  test.each([
    ['a placeholder is missing', 'Send {amount}', 'Senden', ['text lacks {amount}']],
    ['a placeholder is unknown', 'Send', 'Senden {amount}', ['text has the unknown {amount}']],
    [
      'the number is missing',
      found,
      { plural: 'count', one: 'eine Wallet', other: 'Wallets' },
      ['other lacks {count}'],
    ],
    [
      'another number',
      found,
      { plural: 'number', one: '{count} Wallet', other: '{count} Wallets' },
      ['{number} is no value of the text'],
    ],
    [
      'a form is missing',
      found,
      { plural: 'count', other: '{count} Wallets' },
      ['lacks the plural forms one'],
    ],
    ['it is empty', 'Send', ' ', ['text is empty']],
  ])('error: %s', (_, english, translated, problems) => {
    expect(checkMessage('de', english, translated)).toEqual(problems)
  })
})
