// @vitest-environment jsdom
import { getWallets } from '@wallet-standard/app'
import { describe, expect, test } from 'vitest'
import { createSolanaWallet } from '../solana/createSolanaWallet.ts'

describe('announceStandardWallet', () => {
  test('behavior: the standard library of applications finds wallets from before and after, until they stop', () => {
    const [before, after] = [createSolanaWallet({ name: 'Before' }), createSolanaWallet({ name: 'After' })]
    const stops = [before.announce()]
    const { get } = getWallets()
    stops.push(after.announce())
    expect(get()).toEqual([before.wallet, after.wallet])
    for (const stop of stops) stop()
    expect(get()).toEqual([])
  })

  test('param: target, another window with event classes of its own', () => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    const other = frame.contentWindow as Window & typeof globalThis
    const heard: unknown[] = []
    other.addEventListener('wallet-standard:register-wallet', (event) =>
      (event as CustomEvent).detail({ register: (wallet: unknown) => heard.push(wallet) }),
    )
    const wallet = createSolanaWallet()
    wallet.announce(other)
    expect(heard).toEqual([wallet.wallet])
  })
})
