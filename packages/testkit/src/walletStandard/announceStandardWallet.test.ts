// @vitest-environment jsdom
import { getWallets } from '@wallet-standard/app'
import { describe, expect, test } from 'vitest'
import { createSolanaWallet } from '../solana/createSolanaWallet.ts'

describe('announceStandardWallet', () => {
  test('behavior: @wallet-standard/app finds wallets registered before and after it started, until they unregister', () => {
    const [before, after] = [createSolanaWallet({ name: 'Before' }), createSolanaWallet({ name: 'After' })]
    const stops = [before.announce()]
    const { get } = getWallets()
    stops.push(after.announce())
    expect(get()).toEqual([before.wallet, after.wallet])
    for (const stop of stops) stop()
    expect(get()).toEqual([])
  })

  test('param: target, another window with its own event classes', () => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    const other = frame.contentWindow as Window & typeof globalThis
    const registered: unknown[] = []
    other.addEventListener('wallet-standard:register-wallet', (event) =>
      (event as CustomEvent).detail({ register: (wallet: unknown) => registered.push(wallet) }),
    )
    const wallet = createSolanaWallet()
    wallet.announce(other)
    expect(registered).toEqual([wallet.wallet])
  })
})
