import { languageNames } from '@portico/i18n'
import { afterEach, describe, expect, test } from 'vitest'
import { formatDollars } from '../approve/formatDollars.ts'
import { formatNumber } from '../approve/formatNumber.ts'
import { findHidden } from '../approve/readableText.ts'
import { showLanguage } from '../language/language.ts'
import { formatAmount } from './formatAmount.ts'
import { formatTime } from './formatTime.ts'
import { joinNames } from './joinNames.ts'
import { formatCosts } from './solana/formatCosts.ts'
import type { SolanaFacts } from './solana/SolanaFacts.ts'

const show = (tag: keyof typeof languageNames) =>
  showLanguage({ tag, groups: tag === 'en' ? {} : { approve: {} } })
const facts = { coin: { price: 150 } } as unknown as SolanaFacts
const print = () => [
  formatAmount(1_234_567_500_000n, { symbol: 'USDC', decimals: 6 }),
  formatDollars(1521),
  formatNumber(0.05, { style: 'percent' }),
  joinNames(['A', 'B', 'C']),
  formatTime(1_780_315_200n),
  formatCosts(5_000n, { facts, isTest: false }),
  formatCosts(20_000_000_000n, { facts, isTest: false }),
]

afterEach(() => show('en'))

describe('numbers, times and lists in requests', () => {
  test('behavior: are written as the language does', () => {
    expect(print()).toEqual([
      ...['1,234,567.5 USDC', '$1,521', '5%', 'A, B and C', '2026-06-01 12:00 UTC'],
      ...['0.000005 SOL · < $0.01', '20 SOL · $3,000.00'],
    ])
    show('de')
    expect(print()).toEqual([
      ...['1.234.567,5 USDC', '1.521 $', '5 %', 'A, B und C', '1. Juni 2026 um 12:00 UTC'],
      ...['0,000005 SOL · < 0,01 $', '20 SOL · 3.000,00 $'],
    ])
  })

  test.each(['ar', 'fa', 'he'] as const)(
    'behavior: nothing tears dollars apart from right to left: %s',
    (tag) => {
      show(tag)
      expect([formatDollars(250), formatDollars(1521.5, 2)]).toEqual(['250 $', '1,521.50 $'])
    },
  )

  test('behavior: no digit of an amount is lost', () => {
    show('fr')
    expect(formatAmount(2n ** 90n + 1n, { symbol: 'WETH', decimals: 18 })).toBe(
      '1 237 940 039,285380274899124225 WETH',
    )
  })

  test('attack: hidden characters in the names of tokens are not left out', () => {
    show('fa')
    expect(joinNames(['A\u200f', 'B\u00a0', 'C'])).toMatch(/A\u200f.*B\u00a0/)
  })

  test.each(Object.keys(languageNames) as (keyof typeof languageNames)[])(
    'behavior: nothing in %s is drawn as a hidden character',
    (tag) => {
      show(tag)
      expect(print().filter((text) => findHidden(text) !== undefined)).toEqual([])
    },
  )
})
