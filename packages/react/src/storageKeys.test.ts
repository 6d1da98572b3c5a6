// @vitest-environment jsdom

import { activateNamespace, connect, disconnect } from '@portico/core'
import { getQueryClient, portfolioQuery } from '@portico/core/data'
import { rememberWallet } from '@portico/core/internal'
import { ada, sessionOf, threeNamespaces } from '@portico/core/testing'
import { LocalStorage } from '@portico/siwx'
import { writeDeepLink } from '@portico/walletconnect'
import { describe, expect, test } from 'vitest'

/** The keys that an application written for AppKit may read or have left, and the values that the kit stores. */
describe('storage keys', () => {
  test('behavior: connections are stored under AppKit’s keys in its shapes', async () => {
    const { kit, storage } = threeNamespaces({ features: { multiWallet: true } })
    await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
    await connect(kit, { namespace: 'solana', connectorId: 'Polyglot' })
    activateNamespace(kit, { namespace: 'eip155' })
    expect(Object.fromEntries(storage.entries)).toMatchObject({
      '@appkit/active_namespace': 'eip155',
      '@appkit/active_caip_network_id': 'eip155:1',
      '@appkit/eip155:connected_connector_id': 'io.poly',
      '@appkit/solana:connected_connector_id': 'Polyglot',
      '@appkit/connected_namespaces': 'eip155,solana',
      '@appkit/connection_status': 'connected',
    })
    const connections = read(storage, '@appkit/connections')
    expect(connections).toMatchObject({
      eip155: [
        {
          ...{ connectorId: 'io.poly', name: 'Polyglot', accounts: [{ address: ada, type: 'eoa' }] },
          caipNetwork: { caipNetworkId: 'eip155:1', chainNamespace: 'eip155', name: 'Ethereum' },
        },
      ],
      solana: [{ connectorId: 'Polyglot' }],
    })
    await disconnect(kit, { namespace: 'eip155' })
    expect(read(storage, '@appkit/disconnected_connector_ids')).toEqual({ eip155: ['io.poly'], solana: [] })
    await disconnect(kit)
    expect(storage.entries.get('@appkit/connection_status')).toBe('disconnected')
    expect(storage.entries.has('@appkit/eip155:connected_connector_id')).toBe(false)
    kit.destroy()
  })

  test('behavior: the last wallet and the recent ones are JSON, newest first, at most two', () => {
    const { kit, storage } = threeNamespaces()
    for (const id of ['a', 'b', 'c', 'b']) rememberWallet(kit, { id, name: id.toUpperCase() })
    expect(read(storage, '@appkit/recent_wallets')).toEqual([
      { id: 'c', name: 'C' },
      { id: 'b', name: 'B' },
    ])
    expect(read(storage, '@appkit/recent_wallet')).toEqual({ id: 'b', name: 'B' })
    kit.destroy()
  })

  test('behavior: sessions are an array, and the choice of an app is its link and name', async () => {
    const { kit, storage } = threeNamespaces()
    await new LocalStorage({ storage }).add(sessionOf(ada))
    expect(read(storage, '@appkit/siwx')).toMatchObject([{ data: { accountAddress: ada }, signature: '0x' }])
    writeDeepLink(storage, { href: 'rainbow://', name: 'Rainbow' })
    expect(read(storage, 'WALLETCONNECT_DEEPLINK_CHOICE')).toEqual({ href: 'rainbow://', name: 'Rainbow' })
    kit.destroy()
  })

  test('behavior: balances are cached by CAIP-10 address', async () => {
    const { kit, storage } = threeNamespaces()
    await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
    const ether = {
      ...{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', price: 0, iconUrl: '' },
      quantity: { decimals: '18', numeric: '1' },
    }
    const namespace = kit.namespaces.get('eip155')
    if (namespace) kit.namespaces.set('eip155', { ...namespace, getWalletBalances: async () => [ether] })
    await getQueryClient(kit).fetchQuery(portfolioQuery(kit, { address: ada, networkId: 'eip155:1' }))
    const entry = { timestamp: expect.any(Number) }
    expect(read(storage, '@appkit/portfolio_cache')).toEqual({
      [`eip155:1:${ada}`]: { ...entry, value: [ether] },
    })
    expect(read(storage, '@appkit/native_balance_cache')).toEqual({
      [`eip155:1:${ada}`]: { ...entry, value: ether },
    })
    kit.destroy()
  })
})

function read(storage: { entries: Map<string, string> }, key: string): unknown {
  return JSON.parse(storage.entries.get(key) ?? 'null')
}
