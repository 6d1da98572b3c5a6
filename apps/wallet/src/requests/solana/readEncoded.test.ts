import { base58, base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { RequestRefusedError } from '../RequestRefusedError.ts'
import { readEncoded } from './readEncoded.ts'

/** Accepts bytes of this length only. */
const ofLength =
  (...lengths: number[]) =>
  (bytes: Uint8Array) => {
    if (!lengths.includes(bytes.length)) throw new RequestRefusedError({ reason: `${bytes.length} bytes` })
    return bytes
  }
/** Valid in both encodings, as different bytes. */
const both = 'abcd'

describe('readEncoded', () => {
  test('behavior: bytes in either encoding are found by what they contain', () => {
    const bytes = Uint8Array.from({ length: 40 }, (_, index) => 255 - index)
    for (const coder of [base64, base58])
      expect(readEncoded(coder.encode(bytes), ofLength(40))).toEqual({ value: bytes, bytes, coder })
    expect(base64.decode(both)).toHaveLength(3)
    expect(base58.decode(both)).toHaveLength(3)
  })

  test('behavior: a text in both encodings is what only one of them makes of it', () => {
    const is = (coder: { decode(text: string): Uint8Array }) => (bytes: Uint8Array) => {
      if (`${bytes}` !== `${coder.decode(both)}`) throw new RequestRefusedError({ reason: 'other bytes' })
      return 'read'
    }
    for (const coder of [base64, base58]) expect(readEncoded(both, is(coder)).coder).toBe(coder)
  })

  test('error: a text that both encodings can read is refused', () => {
    expect(() => readEncoded(both, () => 'read')).toThrow('can be read in base64 and in base58')
  })

  test('error: a text that neither can read is refused for what is wrong with it', () => {
    expect(() => readEncoded('*', ofLength(1))).toThrow('must be in base64 or base58')
    expect(() => readEncoded('AQ==', ofLength(2))).toThrow('1 bytes')
    expect(() => readEncoded('22222', ofLength(2))).toThrow(/^3 bytes/)
  })

  test('error: a defect of the reader is not hidden', () => {
    const broken = () => {
      throw new TypeError('broken')
    }
    expect(() => readEncoded('AQ==', broken)).toThrow(TypeError)
  })
})
