import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatUnits, fromFiat, parseAmount, parsePrice, toFiat } from './index.ts'

const decimals = fc.integer({ min: 0, max: 36 })
const units = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const price = fc.record({
  units: fc.bigInt({ min: 1n, max: 10n ** 24n }),
  decimals: fc.integer({ min: 0, max: 18 }),
})

describe('parseAmount', () => {
  test.each([
    ['1', 6, 1_000_000n],
    ['1.5', 6, 1_500_000n],
    ['1,5', 6, 1_500_000n],
    ['.5', 1, 5n],
    ['5.', 1, 50n],
    [' 0.000001 ', 6, 1n],
    ['007', 0, 7n],
    ['0', 18, 0n],
  ])('behavior: %j with %i decimals', (text, places, expected) => {
    expect(parseAmount(text, places)).toBe(expected)
  })

  test.each([
    ['', 6],
    ['.', 6],
    [',', 6],
    ['1.2.3', 6],
    ['1,000.5', 6],
    ['1.000,5', 6],
    ['1e3', 6],
    ['0x10', 6],
    ['-1', 6],
    ['+1', 6],
    ['1 000', 6],
    ['١', 6],
    ['Infinity', 6],
    ['1.0000001', 6],
    ['1.0', 0],
    ['9'.repeat(121), 6],
  ])('error: %j with %i decimals is no amount', (text, places) => {
    expect(parseAmount(text, places)).toBeUndefined()
  })

  test('behavior: reads what formatUnits writes, also with a comma, for every amount and number of decimals', () => {
    fc.assert(
      fc.property(units, decimals, (amount, places) => {
        const text = formatUnits(amount, places)
        expect(parseAmount(text, places)).toBe(amount)
        expect(parseAmount(text.replace('.', ','), places)).toBe(amount)
        // One place more than the token has is never rounded.
        expect(
          parseAmount(
            `${text.includes('.') ? text.padEnd(text.indexOf('.') + 1 + places, '0') : `${text}.${'0'.repeat(places)}`}1`,
            places,
          ),
        ).toBeUndefined()
      }),
    )
  })

  test('error: of arbitrary text, only digits with one separator are an amount', () => {
    fc.assert(
      fc.property(fc.string(), decimals, (text, places) => {
        if (parseAmount(text, places) !== undefined) expect(text.trim()).toMatch(/^(\d+[.,]?\d*|[.,]\d+)$/)
      }),
    )
  })
})

describe('formatUnits', () => {
  test.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_500_000n, 6, '1.5'],
    [42n, 0, '42'],
    [-15n, 1, '-1.5'],
  ])('behavior: %i with %i decimals is %s', (amount, places, expected) => {
    expect(formatUnits(amount, places)).toBe(expected)
  })
})

describe('parsePrice', () => {
  test.each([
    [1234.56, { units: 123456n, decimals: 2 }],
    [1e-7, { units: 1n, decimals: 7 }],
    [1.5e-10, { units: 15n, decimals: 11 }],
    [1e21, { units: 10n ** 21n, decimals: 0 }],
    [1.25e22, { units: 125n * 10n ** 20n, decimals: 0 }],
    [3200, { units: 3200n, decimals: 0 }],
  ])('behavior: %d', (number, expected) => {
    expect(parsePrice(number)).toEqual(expected)
  })

  test.each([[0], [-1], [Number.NaN], [Number.POSITIVE_INFINITY], [undefined]])(
    'error: %s is no price',
    (number) => {
      expect(parsePrice(number)).toBeUndefined()
    },
  )

  test('behavior: is exactly the number that JavaScript writes', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e24, noNaN: true }), (number) => {
        const exact = parsePrice(number)
        expect(Number(formatUnits(exact?.units ?? 0n, exact?.decimals ?? 0))).toBe(number)
      }),
    )
  })
})

describe('fromFiat and toFiat', () => {
  test('behavior: never send more than the dollars that were typed, and less than a unit less', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), price, decimals, (cents, at, places) => {
        const amount = fromFiat(cents, { price: at, decimals: places })
        const worth = (tokens: bigint) => tokens * at.units * 100n
        const limit = cents * 10n ** BigInt(places + at.decimals)
        expect(worth(amount) <= limit).toBe(true)
        expect(worth(amount + 1n) > limit).toBe(true)
      }),
    )
  })

  test('behavior: never show more than an amount is worth', () => {
    fc.assert(
      fc.property(units, price, decimals, (amount, at, places) => {
        const cents = toFiat(amount, { price: at, decimals: places })
        const exact = amount * at.units * 100n
        const scale = 10n ** BigInt(places + at.decimals)
        expect(cents * scale <= exact && exact < (cents + 1n) * scale).toBe(true)
      }),
    )
  })
})
