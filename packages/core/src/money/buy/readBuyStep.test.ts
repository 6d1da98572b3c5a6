import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBuyStep } from './readBuyStep.ts'

const options = {
  paymentCurrencies: [
    {
      id: 'EUR',
      limits: [
        { id: 'card', min: '20', max: '500.50' },
        { id: 'transfer', min: '5.5', max: '300' },
      ],
    },
  ],
  purchaseCurrencies: [],
}
const read = (amount: string, currency = 'EUR') => readBuyStep({ amount, currency, options })

describe('readBuyStep', () => {
  test.each(['', ' ', '0', '0,00'])('behavior: %j is no amount', (amount) => {
    expect(read(amount)).toEqual({ name: 'add-amount' })
  })

  test.each([
    'x',
    '-1',
    '1e3',
    '1.234',
    '1.2.3',
    '1,2,3',
    '0x10',
    '٣',
    '1 000',
    '9999999999',
    'Infinity',
    'NaN',
  ])('error: %j is not money', (amount) => {
    expect(read(amount)).toEqual({ name: 'incorrect' })
  })

  test('behavior: the widest limits of the currency count', () => {
    expect(read('5,49')).toEqual({ name: 'too-little', minimum: '5.5' })
    expect(read('5.50')).toEqual({ name: 'offers', amount: '5.5' })
    expect(read('500.5')).toEqual({ name: 'offers', amount: '500.5' })
    expect(read('500.51')).toEqual({ name: 'too-much', maximum: '500.50' })
    expect(read('1', 'USD')).toEqual({ name: 'offers', amount: '1' })
  })

  test('behavior: limits that cannot be read are none', () => {
    const limits = [{ id: 'x', min: 'NaN', max: '1e9' }]
    const hostile = { paymentCurrencies: [{ id: 'EUR', limits }], purchaseCurrencies: [] }
    expect(readBuyStep({ amount: '7', currency: 'EUR', options: hostile })).toEqual({
      name: 'offers',
      amount: '7',
    })
  })

  test('behavior: an amount is passed on exactly, with a point', () => {
    const cents = fc.tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 99 }))
    void fc.assert(
      fc.property(cents, fc.constantFrom('.', ','), ([whole, fraction], point) => {
        const padded = `${fraction}`.padStart(2, '0')
        const step = readBuyStep({ amount: `${whole}${point}${padded}`, currency: 'USD', options })
        expect(step).toEqual({ name: 'offers', amount: `${whole}.${padded}`.replace(/\.00$|(?<=\..)0$/, '') })
      }),
    )
  })
})
