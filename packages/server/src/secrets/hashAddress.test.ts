import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashAddress } from './hashAddress.ts'
import { hashFields } from './hashFields.ts'

describe('hashAddress', () => {
  test('behavior: is SHA-256 of the label, challenge and address, each after its length in bytes', () => {
    const field = (text: string) => {
      const bytes = new TextEncoder().encode(text)
      return [0, 0, 0, bytes.length, ...bytes]
    }
    const expected = createHash('sha256')
      .update(Uint8Array.from(['portico/address', 'tx_1', 'ädä@example.com'].flatMap(field)))
      .digest('base64url')
    expect(hashAddress({ tx: 'tx_1', email: 'ädä@example.com' })).toBe(expected)
  })

  test('behavior: another challenge or address gives another hash', () => {
    const hashes = ['a@example.com', 'b@example.com'].flatMap((email) =>
      ['tx_1', 'tx_2'].map((tx) => hashAddress({ tx, email })),
    )
    expect(new Set(hashes).size).toBe(4)
  })
})

describe('hashFields', () => {
  test('behavior: moving a character from one field to the next gives another hash', () => {
    expect(hashFields('label', 'ab', 'c')).not.toBe(hashFields('label', 'a', 'bc'))
    expect(hashFields('label', 'ab')).not.toBe(hashFields('label', 'ab', ''))
  })
})
