// @vitest-environment jsdom
import type { Account, Connector } from '@portico/core'
import { createBitcoinWallet, createXverseProvider } from '@portico/testkit'
import { hostileBitcoinWindows } from '@portico/testkit/hostile'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { windowWallets } from '../../test/windowWallets.ts'
import { bitcoin } from '../bitcoin.ts'

const page = window as unknown as Record<string, unknown>
const globalNames = ['XverseProviders', 'okxwallet', 'phantom', 'LeatherProvider', 'unisat', 'btc_providers']
const cleanups: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const cleanup of cleanups.splice(0)) cleanup()
  for (const name of globalNames) Reflect.deleteProperty(window, name)
})

function start(flags: { announced?: boolean; injected?: boolean } = {}) {
  const onConnectors = vi.fn<(connectors: readonly Connector[]) => void>()
  cleanups.push(bitcoin().discover({ onConnectors, announced: true, injected: true, ...flags }))
  return { onConnectors, ids: () => onConnectors.mock.lastCall?.[0].map(({ id }) => id) ?? [] }
}

const chains = ['bitcoin:regtest'] as const
const register = (wallet: object) =>
  window.dispatchEvent(
    new CustomEvent('wallet-standard:register-wallet', {
      detail: (api: { register(wallet: object): void }) => api.register(wallet),
    }),
  )

describe('createDiscover', () => {
  test('behavior: reports an empty list immediately', () => {
    expect(start().onConnectors.mock.calls).toEqual([[[]]])
  })

  test('behavior: lists Wallet Standard wallets registered before or after start, until they unregister', () => {
    const first = createBitcoinWallet({ chains })
    const stop = first.announce()
    const { onConnectors, ids } = start()
    expect(onConnectors).toHaveBeenCalledOnce()
    expect(onConnectors.mock.lastCall?.[0]).toMatchObject([
      {
        id: 'Bit Wallet',
        name: 'Bit Wallet',
        type: 'ANNOUNCED',
        namespace: 'bip122',
        icon: expect.stringMatching(/^data:image/),
      },
    ])
    cleanups.push(createBitcoinWallet({ chains, name: 'Other' }).announce())
    expect(ids()).toEqual(['Bit Wallet', 'Other'])
    stop()
    expect(ids()).toEqual(['Other'])
  })

  test('behavior: lists each injected wallet with its own ID', () => {
    const { okx, unisat, leather, phantom } = windowWallets()
    cleanups.push(createXverseProvider({ chains }).announce())
    Object.assign(page, { okxwallet: okx, unisat, LeatherProvider: leather, phantom: { bitcoin: phantom } })
    const { onConnectors, ids } = start()
    expect(ids()).toEqual(['xverse', 'okx', 'phantom', 'leather', 'unisat'])
    expect(onConnectors.mock.lastCall?.[0].every(({ type }) => type === 'INJECTED')).toBe(true)
    expect(onConnectors.mock.lastCall?.[0][0]?.icon).toMatch(/^data:image/)
  })

  test("behavior: lists a wallet injected at other wallets' paths once, with its own ID", () => {
    const { okx, leather, unisat } = windowWallets()
    const { provider } = createXverseProvider({ chains })
    Object.assign(page, {
      okxwallet: okx,
      unisat: okx.bitcoin,
      XverseProviders: { BitcoinProvider: provider },
      LeatherProvider: provider,
      phantom: { bitcoin: { ...leather, requestAccounts() {} } },
    })
    expect(start().ids()).toEqual(['xverse', 'okx'])
    Object.assign(page, { unisat: { ...unisat, isBitKeep: true } })
    expect(start().ids()).toEqual(['xverse', 'okx'])
  })

  test('behavior: finds wallets injected after start', () => {
    vi.useFakeTimers()
    const { ids } = start()
    expect(ids()).toEqual([])
    page.unisat = windowWallets().unisat
    vi.advanceTimersByTime(300)
    expect(ids()).toEqual(['unisat'])
    page.LeatherProvider = windowWallets().leather
    window.dispatchEvent(new Event('load'))
    expect(ids()).toEqual(['leather', 'unisat'])
    vi.advanceTimersByTime(60_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('behavior: prefers a registered wallet over an injected one of the same name', () => {
    vi.useFakeTimers()
    page.unisat = windowWallets().unisat
    const stop = createBitcoinWallet({ chains, name: 'unisat' }).announce()
    const { ids, onConnectors } = start()
    expect(onConnectors.mock.lastCall?.[0]).toMatchObject([{ id: 'unisat', type: 'ANNOUNCED' }])
    stop()
    expect(onConnectors.mock.lastCall?.[0]).toMatchObject([{ id: 'unisat', type: 'INJECTED' }])
    expect(ids()).toHaveLength(1)
  })

  test('param: announced and injected select the sources', () => {
    page.unisat = windowWallets().unisat
    cleanups.push(createBitcoinWallet({ chains }).announce())
    expect(start({ announced: false }).ids()).toEqual(['unisat'])
    expect(start({ injected: false }).ids()).toEqual(['Bit Wallet'])
    expect(start({ announced: false, injected: false }).ids()).toEqual([])
  })

  test('behavior: stops reporting after cleanup', () => {
    vi.useFakeTimers()
    const onConnectors = vi.fn()
    bitcoin().discover({ onConnectors, announced: true, injected: true })()
    page.unisat = windowWallets().unisat
    vi.advanceTimersByTime(60_000)
    window.dispatchEvent(new Event('load'))
    createBitcoinWallet({ chains }).announce()()
    expect(onConnectors).toHaveBeenCalledOnce()
  })

  const throwing = new Proxy(
    {},
    {
      get() {
        throw new Error('getter')
      },
    },
  )
  test.each(Object.entries(hostileBitcoinWindows))('error: %s on window', (_, { put, honest }) => {
    put(window)
    expect(start().ids()).toEqual(honest)
  })

  test('error: ignores a window property whose getter throws', () => {
    Object.defineProperty(window, 'unisat', {
      configurable: true,
      get() {
        throw new Error('getter')
      },
    })
    page.LeatherProvider = windowWallets().leather
    expect(start().ids()).toEqual(['leather'])
  })

  test('error: ignores registered wallets that are incomplete or of other chains', () => {
    const { wallet } = createBitcoinWallet({ chains })
    const { ids } = start()
    const features = { ...wallet.features }
    for (const broken of [
      throwing,
      {},
      { ...wallet, name: '' },
      { ...wallet, name: '\u202e' },
      { ...wallet, features: {} },
      { ...wallet, features: { ...features, 'bitcoin:connect': {} } },
      { ...wallet, features: { 'bitcoin:connect': features['bitcoin:connect'] } },
      { ...wallet, chains: ['solana:mainnet'] },
      { ...wallet, chains: ['bitcoin:fractal'] },
      { ...wallet, chains: null },
    ])
      register(broken)
    expect(ids()).toEqual([])
    register({
      ...wallet,
      features: {
        'bitcoin:connect': features['bitcoin:connect'],
        'bitcoin:signMessage': features['bitcoin:signMessage'],
      },
    })
    expect(ids()).toEqual(['Bit Wallet'])
  })

  test('error: lists at most 100 wallets and removes duplicates', () => {
    const { wallet } = createBitcoinWallet({ chains })
    const { ids } = start()
    for (let index = 0; index < 300; index++) register({ ...wallet, name: `Wallet ${index}` })
    for (let index = 0; index < 300; index++) register({ ...wallet })
    expect(ids()).toHaveLength(100)
  })
})

describe('lazyConnector', () => {
  test('behavior: loads the connector on first use', async () => {
    cleanups.push(createBitcoinWallet({ chains }).announce())
    const { onConnectors } = start()
    const [[connector]] = onConnectors.mock.lastCall as unknown as [[Connector]]
    expect(connector.getProvider()).toBeUndefined()
    const listener = vi.fn()
    const stop = connector.subscribe(listener)
    const { accounts } = await connector.connect({ silent: false })
    const [account] = accounts as readonly [Account]
    expect(await connector.signMessage({ message: 'Hello', address: account.address })).toMatch(/=*$/)
    expect(connector.getProvider()).toMatchObject({ id: 'Bit Wallet', name: 'Bit Wallet' })
    await connector.disconnect()
    stop()
  })
})
