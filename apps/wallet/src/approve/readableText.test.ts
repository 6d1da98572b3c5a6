import { describe, expect, test } from 'vitest'
import { readableText } from './readableText.ts'

const read = (text: string) =>
  readableText(text)
    .map(({ text: shown, isMark }) => (isMark ? `<${shown}>` : shown))
    .join('')

describe('readableText', () => {
  test.each([
    ['Pay \u202e0001 to Ada', 'Pay <[hidden character]>0001 to Ada'],
    ['al\u200bice', 'al<[hidden character]>ice'],
    ['a\u202e\u2066\u200bb\u202cc', 'a<[3 hidden characters]>b<[hidden character]>c'],
    ['\u202e'.repeat(500), '<[500 hidden characters]>'],
    ['नी\u200dक्ष ❤\ufe0f', 'नी\u200dक्ष ❤\ufe0f'],
    ['', ''],
  ])('behavior: %j', (text, shown) => {
    expect(read(text)).toBe(shown)
  })
})
