// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { createEvmWallet } from './createEvmWallet.ts'

type Announced = CustomEvent<{ provider: unknown }>

function listen(target: EventTarget): unknown[] {
  const providers: unknown[] = []
  target.addEventListener('eip6963:announceProvider', (event) =>
    providers.push((event as Announced).detail.provider),
  )
  return providers
}

describe('announceProvider', () => {
  test('behavior: announces on the window if no target is given', () => {
    const wallet = createEvmWallet({ chains: [{ chainId: 31337 }], legacy: true })
    const providers = listen(window)
    const stop = wallet.announce()
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(providers).toEqual([wallet.provider, wallet.provider])
    expect((window as { ethereum?: unknown }).ethereum).toBe(wallet.provider)
    stop()
    expect('ethereum' in window).toBe(false)
  })

  test('param: target, another window with event classes of its own', () => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    const other = frame.contentWindow as Window & typeof globalThis
    expect(other.CustomEvent).not.toBe(CustomEvent)
    const wallet = createEvmWallet({ chains: [{ chainId: 31337 }] })
    const providers = listen(other)
    wallet.announce(other)
    other.dispatchEvent(new other.Event('eip6963:requestProvider'))
    expect(providers).toEqual([wallet.provider, wallet.provider])
  })
})
