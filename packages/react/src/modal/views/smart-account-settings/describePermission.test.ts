import type { GrantedPermission } from '@portico/core/smartAccounts'
import { testKit } from '@portico/core/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { addCopy } from '../../../copy.ts'
import { smartAccountCopy } from '../../../smartAccountCopy.ts'
import { describePermission } from './describePermission.ts'

beforeAll(() => addCopy(smartAccountCopy))

const now = 1_900_000_000
const address = (digit: string): `0x${string}` => `0x${digit.repeat(40)}`
const token = { address: address('2'), symbol: 'DUSD', decimals: 6 }
const permission: GrantedPermission = {
  ...{ id: `0x${'a'.repeat(64)}`, networkId: 'eip155:1', delegate: address('1'), kind: 'coin' },
  ...{ amount: '1', expiresAt: now + 86_400, state: 'active' },
}

describe('describePermission', () => {
  test.each<[Partial<GrantedPermission>, string, string]>([
    [{ amount: '1500000000000000000' }, 'Send up to 1.5 ETH', '1.5 ETH'],
    // A limit is never shown smaller than it is.
    [{}, 'Send up to 0.000000000000000001 ETH', '0.000000000000000001 ETH'],
    [
      { kind: 'token', token, amount: '1234567890123' },
      'Send up to 1,234,567.890123 DUSD',
      '1,234,567.890123 DUSD',
    ],
    [{ kind: 'token', token: { ...token, decimals: 0 }, amount: '5' }, 'Send up to 5 DUSD', '5 DUSD'],
    [
      { kind: 'token', token: { address: address('2') }, amount: '7' },
      'Send up to 7 units of 0x22…222222',
      '7 units of 0x22…222222',
    ],
    // A day of hours begins in one and ends in another.
    [{ kind: 'token', token, amount: '1000000', period: 3600 }, 'Send up to 1 DUSD every hour', '25 DUSD'],
    [
      { kind: 'token', token, amount: '1000000', period: 172_800 },
      'Send up to 1 DUSD every 2 days',
      '2 DUSD',
    ],
    [{ kind: 'token', token, amount: '1000000', period: 90 }, 'Send up to 1 DUSD every minute', '961 DUSD'],
    [{ kind: 'contract', targets: [address('3')], calls: 1 }, 'Call a contract', '1 call, without coins'],
    [
      { kind: 'contract', targets: [address('3'), address('4')], calls: 9 },
      'Call contracts',
      '9 calls, without coins',
    ],
    [{ kind: 'contract' }, 'Call contracts', 'Any number of calls, without coins'],
    [{ networkId: 'eip155:99' }, 'Send up to 1 units of eip155:99', '1 units of eip155:99'],
  ])('behavior: %j is “%s”, at most %s', (part, title, most) => {
    const { kit } = testKit()
    const described = describePermission(kit.store.getState(), { ...permission, ...part }, now * 1000)
    expect(described).toMatchObject({ title, most, network: part.networkId ? 'Network 99' : 'Ethereum' })
    kit.destroy()
  })
})
