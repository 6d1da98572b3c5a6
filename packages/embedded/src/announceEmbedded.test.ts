// @vitest-environment jsdom

import { describe, expect, test } from 'vitest'
import { announceEmbedded } from './announceEmbedded.ts'
import { discoverWallets } from './testing/discoverWallets.ts'
import { toRdns } from './toRdns.ts'

const options = { walletUrl: 'https://wallet.example.org', projectId: 'test', name: 'Example wallet' }

describe('announceEmbedded', () => {
  test('behavior: kits that ask before and after list the wallet once, until it stops', () => {
    const early = discoverWallets()
    const { provider, stop } = announceEmbedded(options)
    expect(announceEmbedded(options).provider).toBe(provider)
    const late = discoverWallets()
    expect(early.wallets).toHaveLength(1)
    expect(late.wallets).toEqual(early.wallets)
    const [detail] = late.wallets
    expect(detail?.provider).toBe(provider)
    expect(detail?.info).toMatchObject({ name: 'Example wallet', rdns: 'org.example.wallet' })
    expect(detail?.info.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(detail?.info.icon).toMatch(/^data:image\/svg\+xml,/)
    expect(Object.isFrozen(detail) && Object.isFrozen(detail?.info)).toBe(true)
    stop()
    expect(discoverWallets().wallets).toEqual([])
  })

  test('behavior: the namespace of this kit accepts the announcement', async () => {
    const { evm } = await import('@portico/evm')
    const { stop, provider } = announceEmbedded({ ...options, walletUrl: 'http://wallet.localhost:4402' })
    const found: string[] = []
    const end = evm().discover({
      announced: true,
      injected: false,
      onConnectors: (connectors) =>
        found.push(...connectors.map(({ name, icon, rdns }) => `${name} ${rdns} ${icon?.slice(0, 14)}`)),
    })
    expect(found).toEqual(['Example wallet localhost.wallet data:image/svg'])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    end()
    stop()
  })

  test('error: an address that is none', () => {
    expect(() => toRdns('wallet')).toThrow(TypeError)
  })
})
