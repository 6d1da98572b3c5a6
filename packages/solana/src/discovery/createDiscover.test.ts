// @vitest-environment jsdom
import type { Connector } from '@portico/core'
import { createSolanaWallet } from '@portico/testkit'
import { hostileSolanaWallet, hostileSolanaWallets } from '@portico/testkit/hostile'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createDiscover } from './createDiscover.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function start({
  wallets = [],
  announced = true,
}: {
  wallets?: readonly object[]
  announced?: boolean
} = {}) {
  const onConnectors = vi.fn<(connectors: readonly Connector[]) => void>()
  ends.push(createDiscover({ wallets, commitment: 'confirmed' })({ onConnectors, announced, injected: true }))
  return { onConnectors, last: () => onConnectors.mock.lastCall?.[0] ?? [] }
}

function announce(wallet: { announce(): () => void }) {
  const stop = wallet.announce()
  ends.push(stop)
  return stop
}

describe('discover', () => {
  test('behavior: reports existing wallets in one call, then new ones', () => {
    announce(createSolanaWallet())
    const { onConnectors, last } = start()
    expect(onConnectors).toHaveBeenCalledOnce()
    expect(last()).toMatchObject([
      { id: 'Sol Wallet', name: 'Sol Wallet', type: 'ANNOUNCED', namespace: 'solana' },
    ])
    expect(last()[0]?.icon).toMatch(/^data:image\//)
    announce(createSolanaWallet({ name: 'Other' }))
    expect(last().map(({ id }) => id)).toEqual(['Sol Wallet', 'Other'])
  })

  test('behavior: reports an empty list at once', () => {
    expect(start().onConnectors.mock.calls).toEqual([[[]]])
  })

  test('behavior: of wallets with the same name, in any case, lists the first, and the other when it is gone', () => {
    const { last } = start()
    const stop = announce(createSolanaWallet({ name: 'Twice' }))
    const [first] = last()
    announce(createSolanaWallet({ name: 'TWICE' }))
    expect(last()).toEqual([first])
    stop()
    expect(last()).toMatchObject([{ id: 'TWICE' }])
  })

  test('behavior: lists a wallet that registers twice once, as the same connector', () => {
    const wallet = createSolanaWallet()
    const { last, onConnectors } = start()
    announce(wallet)
    announce(wallet)
    expect(last()).toHaveLength(1)
    expect(onConnectors).toHaveBeenCalledTimes(2)
  })

  test('behavior: lists at most 100 wallets', () => {
    const { last } = start()
    const { wallet } = createSolanaWallet()
    for (let i = 0; i < 150; i++) announce(hostileSolanaWallet({ members: { name: `${wallet.name} ${i}` } }))
    expect(last()).toHaveLength(100)
  })

  test('behavior: a name that changes between reads does not change the list', () => {
    let reads = 0
    const { last, onConnectors } = start()
    announce(hostileSolanaWallet({ members: { name: () => `Name ${++reads}` } }))
    announce(createSolanaWallet())
    expect(last().map(({ name }) => name)).toEqual(['Name 1', 'Sol Wallet'])
    expect(onConnectors).toHaveBeenCalledTimes(3)
  })

  test('param: wallets', () => {
    const given = createSolanaWallet({ name: 'Given' })
    announce(createSolanaWallet())
    expect(
      start({ wallets: [given.wallet] })
        .last()
        .map(({ id }) => id),
    ).toEqual(['Given', 'Sol Wallet'])
    expect(
      start({ wallets: [given.wallet], announced: false })
        .last()
        .map(({ id }) => id),
    ).toEqual(['Given'])
  })

  test.each([
    ['of another namespace', { chains: ['bitcoin:mainnet', 'eip155:1'] }],
    ['without chains', { chains: [] }],
    ['without a name', { name: ' ' }],
    ['without features', { features: {} }],
  ])('behavior: a wallet %s is not listed', (_, members) => {
    const { last } = start()
    announce(hostileSolanaWallet({ members }))
    expect(last()).toEqual([])
  })

  test.each([
    ['connect', 'cannot connect', 0],
    ['sign anything', 'signs nothing', 0],
    ['sign messages', 'signs transactions alone', 1],
    ['speak by itself', 'has no events', 1],
  ] as const)('behavior: a wallet that cannot %s', (_, name, count) => {
    const { last } = start()
    const wallet = hostileSolanaWallets[name]?.()
    if (!wallet) throw new Error(name)
    announce(wallet)
    expect(last()).toHaveLength(count)
  })

  test.each(Object.entries(hostileSolanaWallets))(
    'behavior: survives a wallet that %s',
    (_, createWallet) => {
      const errors = vi.fn()
      window.addEventListener('error', errors)
      ends.push(() => window.removeEventListener('error', errors))
      const { last } = start()
      announce(createWallet())
      for (const connector of last()) {
        expect(connector.name).toMatch(/^\S(.{0,126}\S)?$/u)
        expect(connector.icon ?? 'data:image/').toMatch(/^data:image\/[^\s"'()<>]*$/i)
      }
      expect(last().length).toBeLessThanOrEqual(1)
      expect(errors).not.toHaveBeenCalled()
      expect(globalThis).not.toHaveProperty('hostileScriptRan')
    },
  )
})
