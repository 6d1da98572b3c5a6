import { describe, expect, test } from 'vitest'
import { readCountry } from './readCountry.ts'

describe('readCountry', () => {
  test.each([
    ['de-AT', 'AT'],
    ['de', 'DE'],
    ['pt-BR', 'BR'],
    ['zh-Hant', 'TW'],
    ['en', 'US'],
  ])('behavior: %s is spoken in %s', (language, country) => {
    expect(readCountry(language)).toBe(country)
  })

  test.each(['', 'x', 'es-419', '🦊'])('error: %j names no country, so it is the default', (language) => {
    expect(readCountry(language)).toMatch(/^(US)$/)
  })
})
