import { describe, expect, test } from 'vitest'
import { formatSiwfNonce } from './formatSiwfNonce.ts'

describe('formatSiwfNonce', () => {
  test('behavior: the first 20 bytes as base32 in lower case', () => {
    const digest = new Uint8Array(32)
    digest.set(new TextEncoder().encode('foobarfoobarfoobarfo'))
    digest.fill(255, 20)
    // Each five bytes are eight characters.
    expect(formatSiwfNonce(digest)).toBe('mzxw6ytbojtg633cmfzgm33pmjqxeztp')
  })

  test('behavior: 32 characters of a to z and 2 to 7, for every digest', () => {
    for (const byte of [0, 1, 127, 128, 255])
      expect(formatSiwfNonce(new Uint8Array(32).fill(byte))).toMatch(/^[a-z2-7]{32}$/)
  })
})
