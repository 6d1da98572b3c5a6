import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cleanText } from './cleanText.ts'

const vectors = join(process.env.VECTORS_DIR ?? '../shared/vectors', 'nasty-strings/nasty.json')
const withVectors = existsSync(vectors) || Boolean(process.env.CI)

describe('cleanText', () => {
  test.each([
    ['USD Coin', 'USD Coin'],
    ['  two\nlines\t ', 'two lines'],
    ['USD\u202eC\u0000', 'USDC'],
    ['\u2066hidden\u2069\u200b', 'hidden'],
    ['\ud800lone', 'lone'],
    ['𝔘𝔫𝔦 🦄', '𝔘𝔫𝔦 🦄'],
    ['\u{e0041}\u{e0042}tag', 'tag'],
    ['', ''],
  ])('behavior: %j becomes %j', (text, expected) => {
    expect(cleanText(text, 120)).toBe(expected)
  })

  test('param: max counts code points and never cuts a surrogate pair', () => {
    expect(cleanText('🦄'.repeat(10), 3)).toBe('🦄🦄🦄')
  })

  const name = 'behavior: removes every control character of the published test strings'
  test.skipIf(!withVectors)(
    withVectors ? name : `${name} (skipped: no test vectors, set VECTORS_DIR)`,
    () => {
      const strings = JSON.stringify(JSON.parse(readFileSync(vectors, 'utf8')))
      const clean = cleanText(strings, strings.length)
      expect(clean).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b]/u)
      expect(clean.length).toBeGreaterThan(1000)
    },
  )
})
