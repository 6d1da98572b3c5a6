// @vitest-environment jsdom
import type { Connector } from '@portico/core'
import { createEvmWallet } from '@portico/testkit'
import { announcesTwice, hostileWallets } from '@portico/testkit/hostile'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { discover } from './discover.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  Reflect.deleteProperty(window, 'ethereum')
})

const chains = [{ chainId: 31337 }]

function start(flags: { announced?: boolean; injected?: boolean } = {}) {
  const onConnectors = vi.fn<(connectors: readonly Connector[]) => void>()
  ends.push(discover({ onConnectors, announced: true, injected: true, ...flags }))
  return { onConnectors, last: () => onConnectors.mock.lastCall?.[0] ?? [] }
}

function announce(wallet: { announce(): () => void }) {
  ends.push(wallet.announce())
}

function setEthereum(value: unknown) {
  Object.defineProperty(window, 'ethereum', { value, configurable: true })
}

describe('discover', () => {
  test('behavior: reports an empty list immediately', () => {
    const { onConnectors } = start()
    expect(onConnectors.mock.calls).toEqual([[[]]])
  })

  test('behavior: reports wallets announced earlier in one call, and later ones in further calls', () => {
    announce(createEvmWallet({ chains }))
    const { onConnectors, last } = start()
    expect(onConnectors).toHaveBeenCalledOnce()
    expect(last()).toMatchObject([
      {
        id: 'dev.portico.wallet',
        rdns: 'dev.portico.wallet',
        name: 'Dev Wallet',
        type: 'ANNOUNCED',
        namespace: 'eip155',
      },
    ])
    announce(createEvmWallet({ chains, info: { rdns: 'dev.other', name: 'Other' } }))
    expect(last().map(({ id }) => id)).toEqual(['dev.portico.wallet', 'dev.other'])
  })

  test('behavior: stops', () => {
    const onConnectors = vi.fn()
    discover({ onConnectors, announced: true, injected: true })()
    announce(createEvmWallet({ chains }))
    expect(onConnectors).toHaveBeenCalledOnce()
  })

  test.each(['nothing', 'uuid', 'icon', 'name', 'rdns', 'provider'] as const)(
    'behavior: of two announcements that differ in %s, the first stays',
    (changed) => {
      const { last } = start()
      const wallet = announcesTwice({ changed })
      announce(wallet)
      expect(last()).toMatchObject([{ id: wallet.info.rdns, name: wallet.info.name }])
      expect(last()[0]?.icon).toBe(start().last()[0]?.icon)
    },
  )

  test('behavior: at most 100', () => {
    const { last } = start({ injected: false })
    const wallet = createEvmWallet({ chains })
    for (let i = 0; i < 150; i++) {
      const info = { ...wallet.info, uuid: `${i}`, rdns: `dev.wallet${i}` }
      const detail = { info, provider: wallet.provider }
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
    expect(last()).toHaveLength(100)
  })

  test('param: announced, injected', async () => {
    announce(createEvmWallet({ chains }))
    setEthereum({ request: () => undefined, isMetaMask: true })
    const injected = start({ announced: false })
    await vi.waitFor(() =>
      expect(injected.last()).toMatchObject([{ id: 'injected', type: 'INJECTED', name: 'MetaMask' }]),
    )
    expect(start({ injected: false }).last()).toMatchObject([{ id: 'dev.portico.wallet' }])
    expect(start({ injected: false, announced: false }).last()).toEqual([])
  })

  test('behavior: window.ethereum is hidden if its provider is announced, also later', async () => {
    const wallet = createEvmWallet({ chains })
    setEthereum(wallet.provider)
    const { last } = start()
    await vi.waitFor(() => expect(last()).toMatchObject([{ id: 'injected', name: 'Browser Wallet' }]))
    announce(wallet)
    expect(last()).toMatchObject([{ id: 'dev.portico.wallet' }])
    expect(last()).toHaveLength(1)
  })

  test('behavior: window.ethereum is not read again if its provider has been announced', async () => {
    const wallet = createEvmWallet({ chains })
    const reads = vi.fn()
    setEthereum(
      new Proxy(wallet.provider, {
        get(target, key) {
          reads(key)
          return Reflect.get(target, key)
        },
      }),
    )
    const provider: unknown = Reflect.get(window, 'ethereum')
    const info = { uuid: '1', rdns: 'dev.same', name: 'Same' }
    const answer = () =>
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
    window.addEventListener('eip6963:requestProvider', answer)
    ends.push(() => window.removeEventListener('eip6963:requestProvider', answer))
    const { last } = start()
    // The code for such wallets would have been loaded by now.
    await import('./listLegacyWallets.ts')
    await Promise.resolve()
    expect(last().map(({ id }) => id)).toEqual(['dev.same'])
    expect(reads.mock.calls).toEqual([['request'], ['providers']])
  })

  test('behavior: is not listed after discovery has stopped', async () => {
    setEthereum({ request: () => undefined })
    const onConnectors = vi.fn()
    discover({ onConnectors, announced: true, injected: true })()
    await import('./listLegacyWallets.ts')
    await Promise.resolve()
    expect(onConnectors.mock.calls).toEqual([[[]]])
  })

  test('behavior: several wallets share window.ethereum', async () => {
    const metaMask = { request: () => undefined, isMetaMask: true }
    const rabby = { request: () => undefined, isMetaMask: true, isRabby: true }
    setEthereum({ request: () => undefined, providers: [metaMask, rabby, metaMask, null, {}] })
    const { last } = start()
    await vi.waitFor(() =>
      expect(last()).toMatchObject([
        { id: 'injected', name: 'MetaMask' },
        { id: 'injected:rabby%20wallet', name: 'Rabby Wallet' },
      ]),
    )
  })

  test('behavior: window.ethereum is injected late', async () => {
    const { last } = start()
    setEthereum({ request: () => undefined })
    window.dispatchEvent(new Event('ethereum#initialized'))
    await vi.waitFor(() => expect(last()).toMatchObject([{ id: 'injected' }]))
  })

  test('behavior: another wallet takes over window.ethereum', async () => {
    setEthereum({ request: () => undefined, isMetaMask: true })
    const { last } = start()
    await vi.waitFor(() => expect(last()).toMatchObject([{ name: 'MetaMask' }]))
    setEthereum({ request: () => undefined, isRabby: true, isMetaMask: true })
    window.dispatchEvent(new Event('ethereum#initialized'))
    await vi.waitFor(() => expect(last()).toMatchObject([{ id: 'injected', name: 'Rabby Wallet' }]))
    expect(last()).toHaveLength(1)
    Reflect.deleteProperty(window, 'ethereum')
    window.dispatchEvent(new Event('ethereum#initialized'))
    await vi.waitFor(() => expect(last()).toEqual([]))
  })

  test('error: window.ethereum throws on every access', async () => {
    const no = () => {
      throw new Error('touched')
    }
    Object.defineProperty(window, 'ethereum', { get: no, configurable: true })
    expect(start().last()).toEqual([])
    Object.defineProperty(window, 'ethereum', {
      value: { request: () => undefined, providers: new Proxy([], { get: no }) },
      configurable: true,
    })
    const { last } = start()
    await vi.waitFor(() => expect(last()).toMatchObject([{ id: 'injected' }]))
  })

  test.each(Object.entries(hostileWallets))('behavior: survives a wallet that %s', (_, createWallet) => {
    const errors = vi.fn()
    window.addEventListener('error', errors)
    ends.push(() => window.removeEventListener('error', errors))
    const { last } = start()
    announce(createWallet())
    for (const connector of last()) {
      expect(connector.name).toMatch(/^\S(.{0,126}\S)?$/u)
      expect(connector.icon ?? 'data:image/').toMatch(/^data:image\/[^\s"'()<>]*$/i)
      expect(connector.id).toMatch(/^[\w.-]+$|^announced:[\w.%!~*'()-]+$/)
    }
    expect(last().length).toBeLessThanOrEqual(1)
    expect(errors).not.toHaveBeenCalled()
    expect(globalThis).not.toHaveProperty('hostileScriptRan')
  })
})
