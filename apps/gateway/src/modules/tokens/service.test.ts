import { describe, expect, test } from 'vitest'
import { createTokenService } from './service.ts'
import type { TokenStore } from './store.ts'

const token = `0x${'a1'.repeat(20)}` as const

describe('createTokenService', () => {
  const { iconUrl } = createTokenService({
    tokens: new Map([['eip155:31337', [{ address: token, iconUrl: '/token' }]]]),
    coinIcon: (symbol) => ({ ETH: '/eth', BNB: '/bnb', SOL: '/sol', BTC: '/btc' })[symbol],
    store: {} as TokenStore,
  })

  test.each([
    ['Ethereum', 'eip155:1', '/eth'],
    ['a local network', 'eip155:31337', '/eth'],
    ['a test network with a symbol of its own', 'eip155:97', '/bnb'],
    ['a coin without an icon', 'eip155:137', undefined],
    ['a local Solana', 'solana:localnet', '/sol'],
    ['a Bitcoin test network', 'bip122:00000008819873e925422c1ff0f99f7c', '/btc'],
  ] as const)('behavior: the native coin of %s has the icon of its mainnet', (_, chain, icon) => {
    expect(iconUrl(chain, undefined)).toBe(icon)
  })

  test('behavior: a token has its own icon only, never that of a coin', () => {
    expect(iconUrl('eip155:31337', token)).toBe('/token')
    expect(iconUrl('eip155:31337', `0x${'b2'.repeat(20)}`)).toBeUndefined()
  })
})
