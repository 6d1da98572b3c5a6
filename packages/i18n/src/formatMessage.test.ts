import { describe, expect, test } from 'vitest'
import { formatMessage } from './formatMessage.ts'

const wallets = {
  plural: 'count',
  one: '{count} кошелёк',
  few: '{count} кошелька',
  many: '{count} кошельков',
  other: '{count} кошелька',
}

describe('formatMessage', () => {
  test.each([
    [1, '1 кошелёк'],
    [3, '3 кошелька'],
    [11, '11 кошельков'],
    [21, '21 кошелёк'],
    [1.5, '1,5 кошелька'],
    [12_345, '12\u00a0345 кошельков'],
  ])('behavior: %d takes the form that the language has for it', (count, expected) => {
    expect(formatMessage(wallets, { count }, 'ru')).toBe(expected)
  })

  test('behavior: a form that is missing is the general one', () => {
    expect(formatMessage({ plural: 'count', other: '{count} wallets' }, { count: 1 }, 'en')).toBe('1 wallets')
  })

  test('behavior: numbers have the digits 0 to 9', () => {
    expect(formatMessage('{count}', { count: 12_345 }, 'fa')).toMatch(/^12.345$/)
    expect(formatMessage('{count}', { count: 12_345 }, 'ar')).toMatch(/^12.345$/)
  })

  test('behavior: inserts values literally, and leaves placeholders without a value', () => {
    for (const name of ['<img src=x>', '{name}', '$&', '']) {
      expect(formatMessage('Send {name}', { name }, 'en')).toBe(`Send ${name}`)
    }
    expect(formatMessage('Send {name}', {}, 'en')).toBe('Send {name}')
  })
})
