import { expect, test } from 'vitest'
import { createLineSplitter } from './createLineSplitter.ts'

test('behavior: only a line feed ends a line, wherever the chunks end', () => {
  const text = 'a\u2028b\u2029c\rd\n\nüe\nrest'
  const bytes = Buffer.from(text)
  for (let size = 1; size <= bytes.length; size++) {
    const split = createLineSplitter()
    const lines: string[] = []
    for (let at = 0; at < bytes.length; at += size) lines.push(...split(bytes.subarray(at, at + size)))
    expect(lines).toEqual(['a\u2028b\u2029c\rd', '', 'üe'])
  }
})
