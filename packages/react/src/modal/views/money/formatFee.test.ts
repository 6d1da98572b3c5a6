import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAsset } from './formatAsset.ts'
import { formatFee } from './formatFee.ts'

const coins = {
  BTC: { symbol: 'BTC', decimals: 8 },
  SOL: { symbol: 'SOL', decimals: 9 },
  ETH: { symbol: 'ETH', decimals: 18 },
}

describe('formatFee', () => {
  test.each([
    [199n, coins.BTC, '0.00000199 BTC'],
    [5_000n, coins.SOL, '0.000005 SOL'],
    [2_044_281n, coins.SOL, '0.00204429 SOL'],
    [117_364_918_273_645n, coins.ETH, '0.00011737 ETH'],
    [999_999_999_999_999_999n, coins.ETH, '1 ETH'],
    [21_001n, coins.ETH, '0.000000000000022 ETH'],
    [7n, coins.ETH, '0.000000000000000007 ETH'],
    [0n, coins.ETH, '0 ETH'],
    [3n, { symbol: 'X', decimals: 0 }, '3 X'],
  ])('behavior: %s base units are shown as at most %o: %s', (units, coin, shown) => {
    expect(formatFee(units, coin)).toBe(shown)
  })

  test('behavior: never less than it is, and hardly more', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        fc.constantFrom(...Object.values(coins)),
        (units, coin) => {
          const [text = ''] = formatFee(units, coin).replaceAll(',', '').split(' ')
          const [whole = '', fraction = ''] = text.split('.')
          const shown = BigInt(whole + fraction.padEnd(coin.decimals, '0'))
          expect(shown >= units).toBe(true)
          expect(shown <= units + units / 10n + 10n ** BigInt(coin.decimals - 8)).toBe(true)
        },
      ),
    )
  })
})

describe('formatAsset', () => {
  test('behavior: all that is paid is shown; of what somebody gets, the last decimals may be cut off', () => {
    expect(formatAsset(12_345n, coins.BTC)).toBe('0.00012345 BTC')
    expect(formatAsset(1_999_999_999_999_999_999n, coins.ETH)).toBe('1.999999999999999999 ETH')
    expect(formatAsset(1_999_999_999_999_999_999n, coins.ETH, 6)).toBe('1.999999 ETH')
  })
})
