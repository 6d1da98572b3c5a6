import { garbageAccounts } from '@portico/testkit/hostile'
import { describe, expect, test } from 'vitest'
import { parseAccounts } from './parseAccounts.ts'
import { throwingProxy } from './testing/throwingProxy.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

describe('parseAccounts', () => {
  test('behavior: addresses only, each once, in order', () => {
    expect(parseAccounts([address, 'x', null, address.toLowerCase(), `0x${'1'.repeat(40)}`])).toEqual([
      { address, type: 'eoa' },
      { address: `0x${'1'.repeat(40)}`, type: 'eoa' },
    ])
  })

  test('behavior: invalid values yield well-formed accounts only, at most 100', () => {
    for (const value of Object.values(garbageAccounts)) {
      const accounts = parseAccounts(value) ?? []
      expect(accounts.length).toBeLessThanOrEqual(100)
      for (const account of accounts) expect(account.address).toMatch(/^0x[0-9a-f]{40}$/i)
    }
    expect(parseAccounts(garbageAccounts['ten thousand'])).toHaveLength(100)
  })

  test('error: not an array', () => {
    expect(parseAccounts(address)).toBeUndefined()
    expect(parseAccounts({ 0: address, length: 1 })).toBeUndefined()
    expect(parseAccounts(throwingProxy())).toBeUndefined()
  })
})
