// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { watchStandardWallets } from './watchStandardWallets.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

type Api = { register(...wallets: unknown[]): () => void }

function start() {
  const onWallets = vi.fn<(wallets: readonly object[]) => void>()
  const stop = watchStandardWallets(onWallets)
  ends.push(stop)
  return { onWallets, stop, last: () => onWallets.mock.lastCall?.[0] ?? [] }
}

function onReady(register: (api: Api) => void) {
  const listener = (event: Event) => register((event as CustomEvent<Api>).detail)
  window.addEventListener('wallet-standard:app-ready', listener)
  ends.push(() => window.removeEventListener('wallet-standard:app-ready', listener))
}

const announce = (detail: unknown) =>
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))

describe('watchStandardWallets', () => {
  test('behavior: wallets registered earlier are reported in one call, later ones in further calls', () => {
    const [first, second] = [{ name: 'first' }, { name: 'second' }]
    onReady((api) => api.register(first))
    const { onWallets, last } = start()
    expect(onWallets.mock.calls).toEqual([[[first]]])
    announce((api: Api) => api.register(second))
    expect(last()).toEqual([first, second])
  })

  test('behavior: reports each object once, and removes it when it unregisters', () => {
    const wallet = {}
    const { onWallets, last } = start()
    let unregister = () => {}
    announce((api: Api) => {
      unregister = api.register(wallet, wallet)
      api.register(wallet)
    })
    expect(last()).toEqual([wallet])
    expect(onWallets).toHaveBeenCalledTimes(2)
    unregister()
    unregister()
    expect(last()).toEqual([])
    expect(onWallets).toHaveBeenCalledTimes(3)
  })

  test('behavior: two watchers both get all wallets', () => {
    const wallet = {}
    onReady((api) => api.register(wallet))
    const [one, two] = [start(), start()]
    expect([one.last(), two.last()]).toEqual([[wallet], [wallet]])
  })

  test('behavior: stops', () => {
    const { onWallets, stop } = start()
    stop()
    announce((api: Api) => api.register({}))
    expect(onWallets).toHaveBeenCalledOnce()
  })

  test('error: invalid values and wallets that throw', () => {
    const { last } = start()
    announce(null)
    announce('text')
    announce(() => {
      throw new Error('no')
    })
    announce((api: Api) => api.register(null, 'text', 1, undefined))
    expect(last()).toEqual([])
  })

  test('behavior: accepts at most 1000 wallets', () => {
    const { last } = start()
    announce((api: Api) => {
      for (let i = 0; i < 2000; i++) api.register({})
    })
    expect(last()).toHaveLength(1000)
  })
})
