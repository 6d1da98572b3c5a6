import { describe, expect, test } from 'vitest'
import { EvmAdapter } from './EvmAdapter.ts'
import { evm } from './evm.ts'

describe('evm', () => {
  test.each([
    [1, 'eip155:1'],
    ['8453', 'eip155:8453'],
    ['0x2105', 'eip155:8453'],
    ['eip155:31337', 'eip155:31337'],
  ])('behavior: toNetworkId(%s)', (id, networkId) => {
    expect(evm().toNetworkId(id)).toBe(networkId)
  })

  test.each(['', 'eip155:', 'eip155:01x', 'mainnet', 'solana:1', -1, 1.5, Number.NaN])(
    'error: toNetworkId(%s)',
    (id) => {
      expect(() => evm().toNetworkId(id)).toThrow('CAIP-2')
    },
  )

  test('behavior: isSameAddress ignores letter case', () => {
    const { isSameAddress } = evm()
    expect(isSameAddress('0xAbcdef', '0xabCDEF')).toBe(true)
    expect(isSameAddress('0xabcdef', '0xabcdee')).toBe(false)
  })

  test('behavior: discovers no wallets on a server', () => {
    const stop = evm().discover({ announced: true, injected: true, onConnectors: () => expect.unreachable() })
    stop()
  })

  test('behavior: assets load on first use', async () => {
    expect(Object.keys(await evm().assets())).toEqual([
      'createClient',
      'getBalance',
      'getBalances',
      'waitForTransaction',
    ])
  })
})

describe('EvmAdapter', () => {
  test('behavior: holds the namespace', () => {
    expect(new EvmAdapter().namespace.id).toBe('eip155')
  })
})
