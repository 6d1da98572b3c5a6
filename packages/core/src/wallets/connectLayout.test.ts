import { describe, expect, test } from 'vitest'
import type { ConnectorDetails } from '../connectors/connector.ts'
import type { KitOptions } from '../options.ts'
import { testKit } from '../testing/testKit.ts'
import { connectLayout, type WalletSources } from './connectLayout.ts'

const connector = (id: string, type: ConnectorDetails['type'], more: Partial<ConnectorDetails> = {}) =>
  ({ id, name: id, type, namespace: 'eip155', ...more }) satisfies ConnectorDetails

const fox = connector('io.fox', 'ANNOUNCED', { rdns: 'io.fox', explorerId: 'f0f0' })
const legacy = connector('injected', 'INJECTED')
const multi = connector('app.multi', 'MULTI_CHAIN', { rdns: 'app.multi' })
const external = connector('external', 'EXTERNAL')
const walletConnect = connector('walletConnect', 'WALLET_CONNECT')
const own = { id: 'own', name: 'Own' }

/** Formats the groups as text: "name: members". */
function layout(
  connectors: readonly ConnectorDetails[],
  options: Partial<KitOptions> = {},
  sources: WalletSources = {},
): string[] {
  const { kit } = testKit({ features: { email: false, socials: false }, ...options })
  kit.store.setState({ connectors })
  return connectLayout(kit.store.getState(), sources).groups.map(
    ({ name, connectors, wallets, places }) =>
      `${name}: ${[...connectors, ...wallets].map(({ id }) => id).join(' ')}${places > 0 ? ` +${places}` : ''}`,
  )
}

describe('connectLayout', () => {
  test('behavior: the order of the groups, with announced wallets before the legacy global', () => {
    const all = [legacy, external, fox, walletConnect, multi]
    const sources = { customWallets: [own], recentWallets: [{ id: 'old', name: 'Old' }], hasList: true }
    expect(layout(all, { featuredWalletIds: ['rainbow'] }, sources)).toEqual([
      'walletConnect: walletConnect',
      'recent: old',
      'injected: io.fox app.multi injected',
      'featured:  +1',
      'custom: own',
      'external: external',
    ])
  })

  test.each([
    ['app.multi', 'injected: app.multi io.fox injected'],
    ['injected', 'injected: injected io.fox app.multi'],
    ['gone', 'injected: io.fox app.multi injected'],
  ])('behavior: with %s used last: %s', (lastConnectorId, expected) => {
    const all = [legacy, fox, walletConnect, multi]
    expect(layout(all, {}, { lastConnectorId })).toEqual(['walletConnect: walletConnect', expected])
  })

  test.each([
    ['connecting', ['walletConnect: walletConnect', 'injected: io.fox']],
    ['connected', ['injected: io.fox']],
  ] as const)('behavior: the row of WalletConnect while %s through it', (status, expected) => {
    const { kit } = testKit({ features: { email: false, socials: false } })
    const connecting = { status: 'connecting', connectorId: 'walletConnect', attempt: 1 } as const
    const connected = {
      status: 'connected',
      connectorId: 'walletConnect',
      accounts: [],
      address: '0x1',
      networkId: 'eip155:1',
    } as never
    kit.store.setState(({ connections }) => ({
      connectors: [fox, walletConnect],
      connections: { ...connections, eip155: status === 'connected' ? connected : connecting },
    }))
    const { groups } = connectLayout(kit.store.getState())
    expect(groups.map(({ name, connectors }) => `${name}: ${connectors.map(({ id }) => id)}`)).toEqual(
      expected,
    )
  })

  test('behavior: the order of the sections depends on whether a wallet is installed', () => {
    const { kit } = testKit()
    const methods = (connectors: readonly ConnectorDetails[]) => {
      kit.store.setState({ connectors })
      return connectLayout(kit.store.getState()).methods
    }
    const auth = connector('AUTH', 'AUTH')
    expect(methods([])).toEqual(['email', 'social', 'wallet'])
    expect(methods([walletConnect, auth])).toEqual(['email', 'social', 'wallet'])
    for (const installed of [fox, legacy, multi])
      expect(methods([walletConnect, auth, installed])).toEqual(['wallet', 'email', 'social'])
  })

  test.each([
    [undefined, 'email social wallet'],
    [['wallet', 'email'] as const, 'wallet email'],
  ])(
    'behavior: after a login by e-mail, with connectMethodsOrder %j: %s',
    (connectMethodsOrder, expected) => {
      const { kit } = testKit({ features: { connectMethodsOrder } })
      kit.store.setState({ connectors: [fox] })
      expect(connectLayout(kit.store.getState(), { lastConnectorId: 'ID_AUTH' }).methods.join(' ')).toBe(
        expected,
      )
    },
  )

  test('param: connectMethodsOrder overrides the order of the sections', () => {
    const { kit } = testKit({ features: { connectMethodsOrder: ['social', 'wallet', 'email'] } })
    for (const connectors of [[], [fox]]) {
      kit.store.setState({ connectors })
      expect(connectLayout(kit.store.getState()).methods).toEqual(['social', 'wallet', 'email'])
    }
  })

  test('param: connectorTypeOrder comes first, the groups it leaves out follow', () => {
    const sources = { customWallets: [own], hasList: true }
    const features = {
      email: false,
      socials: false as const,
      connectorTypeOrder: ['custom', 'recommended'] as const,
    }
    expect(layout([fox, walletConnect], { features }, sources)).toEqual([
      'custom: own',
      'recommended:  +2',
      'walletConnect: walletConnect',
      'injected: io.fox',
    ])
  })

  test.each([
    [{}, 'recommended:  +3'],
    [{ featuredWalletIds: ['a', 'b'] }, 'recommended:  +1'],
    // An installed wallet is not listed twice.
    [{ featuredWalletIds: ['a', 'io.fox', 'f0f0'] }, 'recommended:  +2'],
    [{ features: { email: true, socials: false } }, 'recommended:  +2'],
    [{ features: {} }, 'recommended:  +1'],
  ] satisfies [Partial<KitOptions>, string][])(
    'behavior: with %j it fills up to four with recommended wallets',
    (options, expected) => {
      expect(layout([fox], options, { hasList: true })).toContain(expected)
    },
  )

  test('behavior: without a gateway no wallets are featured or recommended', () => {
    expect(layout([fox], { featuredWalletIds: ['a'] })).toEqual(['injected: io.fox'])
  })

  test('behavior: an installed recent wallet is listed with its connector', () => {
    const recentWallets = [
      { id: 'app.multi', name: 'Multi' },
      { id: 'old-id', name: 'Fox', rdns: 'io.fox' },
    ]
    expect(layout([fox, multi, legacy], {}, { recentWallets })).toEqual([
      'recent: app.multi io.fox',
      'injected: injected',
    ])
  })

  test.each([
    [{ includeWalletIds: ['f0f0'] }, ['walletConnect: walletConnect', 'injected: io.fox']],
    [{ includeWalletIds: ['app.multi'] }, ['walletConnect: walletConnect', 'injected: app.multi']],
    [{ excludeWalletIds: ['io.fox', 'injected'] }, ['walletConnect: walletConnect', 'injected: app.multi']],
    [{ enableWallets: false }, []],
  ] satisfies [Partial<KitOptions>, string[]][])('param: %j', (options, expected) => {
    expect(layout([fox, multi, legacy, walletConnect], options)).toEqual(expected)
  })

  test('behavior: WalletConnect is hidden while connected through it', () => {
    const { kit } = testKit()
    kit.store.setState({
      connectors: [walletConnect],
      connections: {
        eip155: {
          status: 'connected',
          connectorId: 'walletConnect',
          address: '0x0000000000000000000000000000000000000001',
          networkId: 'eip155:1',
          accounts: [],
        } as never,
      },
    })
    expect(connectLayout(kit.store.getState()).groups).toEqual([])
  })

  const poly = [
    connector('io.poly', 'ANNOUNCED', { rdns: 'io.poly', explorerId: 'aaaa', name: 'Polyglot' }),
    connector('Polyglot', 'ANNOUNCED', { namespace: 'solana' }),
  ]
  const ghost = connector('Ghost', 'ANNOUNCED', { namespace: 'solana' })

  test.each<[string, Partial<KitOptions>, WalletSources, string[]]>([
    ['one row for a wallet of two namespaces', {}, {}, ['injected: io.fox io.poly Ghost']],
    ['included by the ID of one connector', { includeWalletIds: ['Polyglot'] }, {}, ['injected: io.poly']],
    ['excluded with all its namespaces', { excludeWalletIds: ['aaaa'] }, {}, ['injected: io.fox Ghost']],
    [
      'recent by the connector it was used with',
      {},
      { recentWallets: [{ id: 'Polyglot', name: 'Polyglot' }] },
      ['recent: io.poly', 'injected: io.fox Ghost'],
    ],
    [
      'recent by two of its connectors, in one row',
      {},
      {
        recentWallets: [
          { id: 'Polyglot', name: 'Polyglot' },
          { id: 'io.poly', name: 'Polyglot' },
        ],
      },
      ['recent: io.poly', 'injected: io.fox Ghost'],
    ],
    ['for one namespace', {}, { namespace: 'solana' }, ['injected: Polyglot Ghost']],
    [
      'for one namespace, without recent wallets of other namespaces',
      {},
      { namespace: 'solana', recentWallets: [{ id: 'io.fox', name: 'Fox' }, own] },
      ['recent: own', 'injected: Polyglot Ghost'],
    ],
    [
      'for one namespace, excluded by its ID in another',
      { excludeWalletIds: ['aaaa'] },
      { namespace: 'solana' },
      ['injected: Ghost'],
    ],
  ])('behavior: %s', (_, options, sources, expected) => {
    expect(layout([fox, ...poly, ghost], options, sources)).toEqual(expected)
  })

  test('behavior: a wallet of several namespaces counts once', () => {
    expect(layout([...poly], {}, { hasList: true })).toContain('recommended:  +3')
  })
})
