import { expect, test } from 'vitest'
import { isEqualSecret } from './isEqualSecret.ts'

test.each([
  ['same text', 'abc', 'abc', true],
  ['same bytes', Uint8Array.of(1, 2), Uint8Array.of(1, 2), true],
  ['text and its UTF-8 bytes', 'ä', Uint8Array.of(0xc3, 0xa4), true],
  ['both empty', '', '', true],
  ['one byte', 'abc', 'abd', false],
  ['a prefix', 'abc', 'ab', false],
  ['nothing', 'abc', '', false],
])('behavior: %s', (_, one, other, expected) => {
  expect(isEqualSecret(one, other)).toBe(expected)
})
