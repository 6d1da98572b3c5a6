import { describe, expect, test } from 'vitest'
import { createEvmWallet } from '../evm/createEvmWallet.ts'
import { answersGarbage } from '../hostile/answersGarbage.ts'
import { garbageSignatures } from '../hostile/garbageSignatures.ts'
import type { HostileWallet } from '../hostile/hostileWallet.ts'
import { lacksMembers } from '../hostile/lacksMembers.ts'
import { liesAboutSwitching } from '../hostile/liesAboutSwitching.ts'
import { throwsGarbage } from '../hostile/throwsGarbage.ts'
import { throwsSynchronously } from '../hostile/throwsSynchronously.ts'
import { testEip1193Wallet, type WalletUnderTest } from './testEip1193Wallet.ts'

const chains = [{ chainId: 31337 }, { chainId: 31338 }] as const

testEip1193Wallet('createEvmWallet', () => createEvmWallet({ chains }), { describe, test, expect })
testEip1193Wallet('createEvmWallet with storage and delay', () => createEvmWallet({ chains, delay: 1 }), {
  describe,
  test,
  expect,
})

describe('testEip1193Wallet', () => {
  const options = { chains }
  const hostile: [string, () => HostileWallet, string][] = [
    ['throws synchronously', () => throwsSynchronously({ options }), 'request returns a promise'],
    [
      'has a chain id in decimal',
      () => answersGarbage({ method: 'eth_chainId', answer: '31337', options }),
      'eth_chainId is a known chain',
    ],
    [
      'shows accounts before connecting',
      () => answersGarbage({ method: 'eth_accounts', answer: ['0x'], options }),
      'shows no account before',
    ],
    [
      'has accounts with a wrong checksum',
      () =>
        answersGarbage({
          method: 'eth_requestAccounts',
          answer: ['0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
          options,
        }),
      'connects, and then shows',
    ],
    ['emits no accountsChanged', () => lacksMembers({ options }), 'accountsChanged on connecting'],
    [
      'signs with another key',
      () =>
        answersGarbage({ method: 'personal_sign', answer: garbageSignatures['of somebody else'], options }),
      'personal_sign returns a valid signature',
    ],
    [
      'signs other typed data',
      () =>
        answersGarbage({
          method: 'eth_signTypedData_v4',
          answer: garbageSignatures['of somebody else'],
          options,
        }),
      'eth_signTypedData_v4 returns a valid signature',
    ],
    ['stays on its chain', () => liesAboutSwitching({ options }), 'switches the chain and emits'],
    ['accepts unknown chains', () => liesAboutSwitching({ options }), '4902 for an unknown chain'],
    ['throws strings', () => throwsGarbage({ thrown: 'User rejected', options }), '4001 if the user'],
    [
      'signs for any account',
      () => answersGarbage({ method: 'personal_sign', answer: '0x', options }),
      '4100 for a signature before',
    ],
    [
      'responds to unsupported methods',
      () => answersGarbage({ method: 'wallet_noSuchMethod', answer: null, options }),
      '4200 or',
    ],
  ]

  test.each(hostile)('error: detects a wallet that %s', async (_, create, title) => {
    const failed = await failures(() => {
      const wallet = create()
      return { ...wallet, setPolicy: wallet.honest.setPolicy, chainIds: [31337, 31338] }
    })
    expect(failed.filter((name) => name.includes(title))).toHaveLength(1)
  })

  test('behavior: reports nothing for a correct wallet', async () => {
    expect(await failures(() => createEvmWallet({ chains }))).toEqual([])
  })
})

/** Runs the suite and returns the names of the failed tests. */
async function failures(createWallet: () => WalletUnderTest): Promise<string[]> {
  const tests: [string, () => Promise<void>][] = []
  testEip1193Wallet('under test', createWallet, {
    describe: (_, body) => body(),
    test: (name, body) => tests.push([name, body]),
    expect,
  })
  const failed: string[] = []
  for (const [name, body] of tests) await body().catch(() => failed.push(name))
  return failed
}
