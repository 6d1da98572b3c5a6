import { describe, expect, test } from 'vitest'
import { matchLanguage } from './matchLanguage.ts'

describe('matchLanguage', () => {
  test.each([
    ['de', 'de'],
    ['de-CH', 'de'],
    ['DE-at', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-Hant-MO', 'zh-Hant'],
    ['en-GB', 'en'],
    ['iw', 'he'],
    ['sw', undefined],
    ['', undefined],
    ['constructor', undefined],
    ['not a tag', undefined],
  ])('behavior: %s is %s', (tag, expected) => {
    expect(matchLanguage(tag)).toBe(expected)
  })

  test('behavior: the first tag that has texts counts', () => {
    expect(matchLanguage(['gsw', '??', 'fr-CA', 'de'])).toBe('fr')
    expect(matchLanguage([])).toBe(undefined)
  })
})
