import { describe, expect, test } from 'vitest'
import { checkConfig } from './checkConfig.ts'
import { readConfig } from './readConfig.ts'

const RPC_URLS = JSON.stringify({
  'eip155:1': ['https://one.example'],
  'eip155:10': ['https://ten.example'],
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': ['https://solana.example'],
})
const read = (env: Record<string, string>) => readConfig({ RPC_URLS, ...env }).smartAccountNetworks

describe('SMART_ACCOUNTS', () => {
  test.each([
    [{}, ['eip155:1', 'eip155:10']],
    [{ SMART_ACCOUNTS: 'off' }, []],
    [{ SMART_ACCOUNTS: 'off', SMART_ACCOUNT_CHAINS: 'eip155:1' }, []],
    [{ SMART_ACCOUNT_CHAINS: 'eip155:1' }, ['eip155:1']],
    [{ SMART_ACCOUNT_CHAINS: 'eip155:137' }, []],
    [{ SMART_ACCOUNTS: 'upgraded' }, ['eip155:1', 'eip155:10']],
    [{ SMART_ACCOUNTS: 'upgraded', SMART_ACCOUNT_CHAINS: '' }, ['eip155:1', 'eip155:10']],
    [{ SMART_ACCOUNTS: 'upgraded', SMART_ACCOUNT_CHAINS: 'eip155:10' }, ['eip155:10']],
    [{ SMART_ACCOUNTS: 'upgraded', SMART_ACCOUNT_CHAINS: 'eip155:137, eip155:1' }, ['eip155:1']],
  ])('param: %o: %o', (env, networks) => {
    expect(read(env as Record<string, string>)).toEqual(networks)
  })

  test.each([
    [{ SMART_ACCOUNTS: 'on' }, 'SMART_ACCOUNTS must be off or upgraded; it is "on".'],
    [{ SMART_ACCOUNTS: 'separate' }, 'SMART_ACCOUNTS must be off or upgraded; it is "separate".'],
    [
      { SMART_ACCOUNTS: 'upgraded', SMART_ACCOUNT_CHAINS: 'eip155:1,1' },
      'SMART_ACCOUNT_CHAINS must be CAIP-2 IDs of EVM chains, such as eip155:1; one is "1".',
    ],
    [
      { SMART_ACCOUNT_CHAINS: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
      'SMART_ACCOUNT_CHAINS must be CAIP-2 IDs of EVM chains, such as eip155:1; one is "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp".',
    ],
  ])('error: %o', (env, message) => {
    expect(() => read(env as Record<string, string>)).toThrow(message)
  })

  test('behavior: --check says where accounts may delegate, and to what', () => {
    const check = (env: Record<string, string>) => checkConfig({ RPC_URLS, ...env }).text
    expect(check({ SMART_ACCOUNTS: 'off' })).toContain('smart accounts are off: SMART_ACCOUNTS is off')
    expect(check({ SMART_ACCOUNT_CHAINS: 'eip155:137' })).toContain(
      'smart accounts are off: SMART_ACCOUNT_CHAINS has no EVM network of RPC_URLS',
    )
    expect(check({})).toContain(
      'smart accounts: accounts may delegate to 0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B on eip155:1, eip155:10, where',
    )
    const on = check({ SMART_ACCOUNTS: 'upgraded', SMART_ACCOUNT_CHAINS: 'eip155:10 eip155:137' })
    expect(on).toContain(
      'smart accounts: accounts may delegate to 0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B on eip155:10, where the node shows it',
    )
    expect(on).toContain(
      'SMART_ACCOUNT_CHAINS has eip155:137, but RPC_URLS does not: no smart accounts there.',
    )
    expect(check({ SMART_ACCOUNTS: 'upgraded', WALLET_ORIGIN: 'off' })).not.toContain('smart accounts')
  })
})
