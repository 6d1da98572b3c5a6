import { describe, expect, test } from 'vitest'
import { activitySign } from './activitySign.ts'

describe('activitySign', () => {
  test.each([
    ['receive', '+'],
    ['deposit', '+'],
    ['borrow', '+'],
    ['claim', '+'],
    ['withdraw', '-'],
    ['repay', '-'],
    ['burn', '-'],
    ['send', ''],
    ['mint', ''],
    ['approve', ''],
    ['trade', ''],
    ['execute', ''],
    ['', ''],
    ['Receive', ''],
    ['constructor', ''],
  ])('behavior: %j has the sign %j', (operation, sign) => {
    expect(activitySign(operation)).toBe(sign)
  })
})
