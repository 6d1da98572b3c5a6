import { defineChain } from '@portico/core'
import { createEvmWallet, type EvmWalletOptions, type WalletAsset } from '@portico/testkit'
import { hostileWallets } from '@portico/testkit/hostile'
import { describe, expect, test, vi } from 'vitest'
import { getWalletBalances } from './getWalletBalances.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const token = '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35'
const icon = 'data:image/png;base64,iVBORw0KGgo='
const network = defineChain({
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
const ether: WalletAsset = {
  address: 'native',
  balance: '0xde0b6b3a7640000',
  type: 'NATIVE',
  metadata: {
    name: 'Ether',
    symbol: 'ETH',
    decimals: 18,
    price: 3200,
    value: 3200,
    iconUrl: 'https://tracker.invalid/x',
  },
}
const dollar: WalletAsset = {
  address: token,
  balance: '0xf4240',
  type: 'ERC20',
  metadata: { name: 'Dev\u202e USD', symbol: 'DUSD', decimals: 6, price: 1, iconUrl: icon },
}
const whole: WalletAsset = { ...dollar, metadata: { name: 'Tally', symbol: 'TLLY', decimals: 0 } }

function ask(options: Partial<EvmWalletOptions>) {
  const { provider } = createEvmWallet({ chains: [{ chainId: 31337 }], authorized: true, ...options })
  return getWalletBalances({ provider, network, address })
}

describe('getWalletBalances', () => {
  test('behavior: the balances of the wallet, without tokens that have no decimals', async () => {
    expect(await ask({ assets: { '0x7a69': [ether, dollar, whole] } })).toEqual([
      {
        name: 'Ether',
        symbol: 'ETH',
        chainId: 'eip155:31337',
        value: 3200,
        price: 3200,
        quantity: { decimals: '18', numeric: '1' },
        iconUrl: '',
      },
      {
        name: 'Dev USD',
        symbol: 'DUSD',
        chainId: 'eip155:31337',
        address: `eip155:31337:${token}`,
        price: 1,
        quantity: { decimals: '6', numeric: '1' },
        iconUrl: icon,
      },
    ])
  })

  test.each([
    ['/public/getTokenImage/ETH', '/public/getTokenImage/ETH'],
    ['/public/getTokenImage/../../v1/prices', ''],
    ['/v1/prices', ''],
    ['//tracker.invalid/public/getTokenImage/ETH', ''],
    ['https://tracker.invalid/public/getTokenImage/ETH', ''],
  ])('behavior: the icon %s is shown as "%s"', async (iconUrl, shown) => {
    const asset = { ...ether, metadata: { ...ether.metadata, iconUrl } }
    expect(await ask({ assets: { '0x7a69': [asset] } })).toMatchObject([{ iconUrl: shown }])
  })

  test('behavior: accepts entries without price, value and icon, as ERC-7811 does', async () => {
    const asset = { ...ether, metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
    const [reported] = (await ask({ assets: { '0x7a69': [asset] } })) ?? []
    expect(reported).toMatchObject({ symbol: 'ETH', price: 0, iconUrl: '' })
    expect(reported).not.toHaveProperty('value')
  })

  test('behavior: a capability for all chains counts', async () => {
    const provider = {
      request: ({ method }: { method: string }) =>
        method === 'wallet_getCapabilities'
          ? { '0x0': { assetDiscovery: { supported: true } } }
          : { '0x7A69': [ether] },
    }
    expect(await getWalletBalances({ provider, network, address })).toHaveLength(1)
  })

  test.each<[string, Partial<EvmWalletOptions>]>([
    ['does not support the methods', {}],
    ['supports it on another chain', { capabilities: { '0x1': { assetDiscovery: { supported: true } } } }],
    [
      'reports supported as a string',
      { assets: { '0x7a69': [ether] }, capabilities: { '0x7a69': { assetDiscovery: { supported: 'no' } } } },
    ],
    ['reports another chain only', { assets: { '0x1': [ether] } }],
    ['has one entry of another type', { assets: { '0x7a69': [ether, { ...dollar, type: 'ERC721' }] } }],
    ['has a token without an address', { assets: { '0x7a69': [{ ...dollar, address: 'native' }] } }],
    ['has one entry without metadata', { assets: { '0x7a69': [ether, { ...dollar, metadata: undefined }] } }],
    [
      'has a number as a string',
      { assets: { '0x7a69': [{ ...ether, metadata: { ...ether.metadata, price: '1' } }] } },
    ],
    ['has a balance that is not hex', { assets: { '0x7a69': [{ ...ether, balance: '0x' }] } }],
    [
      'has too many decimals',
      { assets: { '0x7a69': [{ ...ether, metadata: { ...ether.metadata, decimals: 1e9 } }] } },
    ],
    ['has no permission for the page', { assets: { '0x7a69': [ether] }, authorized: false }],
  ])('error: undefined where the wallet %s', async (_, options) => {
    expect(await ask(options)).toBeUndefined()
  })

  test('error: undefined after three seconds', async () => {
    vi.useFakeTimers()
    const result = ask({ assets: { '0x7a69': [ether] }, delay: 1e6 })
    await vi.advanceTimersByTimeAsync(3000)
    expect(await result).toBeUndefined()
    vi.useRealTimers()
  })

  test('error: not a provider', async () => {
    for (const provider of [undefined, null, {}, 'x']) {
      expect(await getWalletBalances({ provider, network, address })).toBeUndefined()
    }
  })

  test('error: undefined for every hostile wallet', async () => {
    vi.useFakeTimers()
    const results = Object.values(hostileWallets).map((createWallet) =>
      getWalletBalances({ provider: createWallet().provider, network, address }),
    )
    await vi.advanceTimersByTimeAsync(3000)
    expect(new Set(await Promise.all(results))).toEqual(new Set([undefined]))
    vi.useRealTimers()
  })
})
