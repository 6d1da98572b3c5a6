import { afterEach, describe, expect, test } from 'vitest'
import { language } from '../../../language/language.ts'
import { formatMoney } from './formatMoney.ts'

const show = (tag: 'en' | 'de' | 'ar' | 'he') =>
  language.setState({ tag, dir: tag === 'ar' || tag === 'he' ? 'rtl' : undefined })

afterEach(() => show('en'))

describe('formatMoney', () => {
  test.each([
    ['en', 'USD', '$1,250.50'],
    ['en', 'CAD', 'CA$1,250.50'],
    ['de', 'EUR', '1.250,50\u00a0€'],
    ['ar', 'EUR', '\u200f1,250.50\u00a0€'],
    // Isolated: from right to left, its parts would be reordered.
    ['ar', 'USD', '\u200f1,250.50\u00a0\u2066US$\u2069'],
    ['he', 'CAD', '\u200f1,250.50\u00a0\u200f\u2066CA$\u2069'],
    ['en', 'none', '1250.5 none'],
  ] as const)('behavior: %s writes %s as %j', (tag, currency, expected) => {
    show(tag)
    expect(formatMoney(1250.5, currency)).toBe(expected)
  })
})
