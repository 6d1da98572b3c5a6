import { describe, expect, test } from 'vitest'
import { readCursor, writeCursor } from './cursor.ts'

const secret = Buffer.alloc(32, 1)
const positions = {
  'eip155:1': { block: 10, index: 2, anchor: { number: 10, hash: '0xaa' } },
  'eip155:2': null,
}
const cursor = writeCursor({ positions, filter: 'me', secret })

describe('readCursor', () => {
  test('behavior: reads what was written', () => {
    expect(readCursor({ cursor, filter: 'me', secret })).toEqual(positions)
  })

  test('error: a cursor of another list or signed with another secret', () => {
    expect(readCursor({ cursor, filter: 'you', secret })).toBeUndefined()
    expect(readCursor({ cursor, filter: 'me', secret: Buffer.alloc(32, 2) })).toBeUndefined()
  })

  test('error: a cursor with a changed character', () => {
    for (let index = 0; index < cursor.length - 1; index++) {
      const changed = `${cursor.slice(0, index)}${cursor[index] === 'A' ? 'B' : 'A'}${cursor.slice(index + 1)}`
      expect(readCursor({ cursor: changed, filter: 'me', secret })).toBeUndefined()
    }
  })

  test.each(['', '.', 'x', 'a.b.c', `${'A'.repeat(10_000)}.AAAA`])('error: %j', (text) => {
    expect(readCursor({ cursor: text.slice(0, 50), filter: 'me', secret })).toBeUndefined()
  })
})
