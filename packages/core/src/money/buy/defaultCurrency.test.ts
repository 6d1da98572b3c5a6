import { describe, expect, test } from 'vitest'
import { defaultCurrency } from './defaultCurrency.ts'

describe('defaultCurrency', () => {
  test.each([
    ['DE', ['USD', 'EUR'], 'EUR'],
    ['GB', ['USD', 'EUR', 'GBP'], 'GBP'],
    ['GB', ['EUR', 'USD'], 'USD'],
    ['GB', ['EUR'], 'EUR'],
    ['AR', ['EUR', 'USD'], 'USD'],
  ])('behavior: in %s, of %j it is %s', (country, offered, currency) => {
    expect(defaultCurrency(country, offered)).toBe(currency)
  })

  test('behavior: the dollar while nothing is known', () => {
    expect(defaultCurrency('DE', [])).toBe('USD')
  })
})
