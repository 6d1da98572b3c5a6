import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recoveryCode } from './recoveryCode.ts'

const bytes = Uint8Array.from({ length: 20 }, (_, at) => at * 13)
const text = '006H-M9SM-8575-PT3N-GA7S-SADP-RF8D-VTQQ'

describe('recoveryCode', () => {
  test('behavior: writes 160 bits as eight groups of four characters, and reads them again', () => {
    expect(recoveryCode.format(bytes)).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/)
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (code) => {
        expect(recoveryCode.parse(recoveryCode.format(code))).toEqual(Uint8Array.from(code))
      }),
    )
    expect(recoveryCode.create()).toHaveLength(20)
    expect(recoveryCode.create()).not.toEqual(recoveryCode.create())
  })

  test('behavior: matches a known answer', () => {
    expect(recoveryCode.format(bytes)).toBe(text)
  })

  test('behavior: reads lower case, other separators, and letters that are mistaken for digits', () => {
    for (const typed of [
      text.toLowerCase(),
      text.replaceAll('-', ' '),
      text.replaceAll('-', '\n'),
      ` ${text.replaceAll('-', '')} `,
      text.replaceAll('0', 'O').replaceAll('1', 'l'),
      text.replaceAll('0', 'o').replaceAll('1', 'I'),
    ])
      expect(recoveryCode.parse(typed)).toEqual(bytes)
  })

  test.each(['', 'nonsense', text.slice(1), `${text}0`, text.replace('H', 'U'), text.replace('H', 'é')])(
    'error: "%s" is not a code',
    (typed) => {
      expect(recoveryCode.parse(typed)).toBeUndefined()
    },
  )
})
