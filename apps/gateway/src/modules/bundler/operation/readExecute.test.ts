import { concatHex, encodeAbiParameters, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { executeParameters, executeSelector, readExecute } from './readExecute.ts'
import { writeExecute } from './writeExecute.ts'

const target = `0x${'12'.repeat(20)}` as const
const call = { target, value: 7n, callData: '0xa9059cbb' } as const

describe('readExecute', () => {
  test.each([[[call]], [[call, { ...call, callData: '0x' } as const]]])(
    'behavior: reads what it writes',
    (calls) => {
      expect(readExecute(writeExecute(calls))).toEqual({ calls, isTry: false })
      expect(readExecute(writeExecute(calls, { isTry: true }))).toEqual({ calls, isTry: true })
    },
  )

  test.each([
    ['no calls', []],
    ['more than 20 calls', Array.from({ length: 21 }, () => call)],
  ])('error: %s', (_, calls) => {
    expect(readExecute(writeExecute(calls))).toBeUndefined()
  })

  test('attack: a thousand calls whose offsets point to the same long data are not decoded', () => {
    const words = (...numbers: number[]) => concatHex(numbers.map((number) => toHex(number, { size: 32 })))
    const length = 64 * 1024
    const toCalls = (times: number) => {
      const list = concatHex([
        words(32, times, ...Array.from({ length: times }, () => 32 * times)),
        words(1, 0, 96, length),
      ])
      const inner = concatHex([list, `0x${'11'.repeat(length)}`])
      return concatHex([
        executeSelector,
        encodeAbiParameters(executeParameters, [`0x01${'0'.repeat(62)}`, inner]),
      ])
    }
    // Decoded and encoded again, the first one needs gigabytes and a minute.
    expect(readExecute(toCalls(1500))).toBeUndefined()
    expect(readExecute(toCalls(2))).toBeUndefined()
    expect(readExecute(toCalls(1))?.calls).toHaveLength(1)
  })
})
