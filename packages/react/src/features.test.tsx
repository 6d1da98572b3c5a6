// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, createKit, type Features, getConnected, type Kit, type TrackEvent } from '@portico/core'
import { getQueryClient } from '@portico/core/data'
import { fakeNamespace, fakeWallet, testKit } from '@portico/core/testing'
import type { NamespaceId } from '@portico/protocol'
import * as client from '@portico/walletconnect'
import { act, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { createAppKit } from './createAppKit.ts'
import { setDefaultAppKit } from './defaultKit.ts'
import { useAppKitWallets } from './hooks/useAppKitWallets.ts'
import { openRequested } from './modal/openRequested.ts'
import { currentView } from './modal/router.ts'
import { mainnet } from './networks.ts'
import {
  gatewayUrl,
  legal,
  type Options,
  prepareOptions,
  walletConnect,
  walletUrl,
} from './testing/prepareOptions.tsx'

vi.mock('@portico/walletconnect', { spy: true })

/** Shows what a feature changes; or names the file whose tests do. */
type Effect = (() => void | Promise<void>) | `${string}.test.ts`

const { stops, make, draw, layoutOf, expectRemoved, expectCollapsed } = prepareOptions()

/** Every option of `features`. */
const featureEffects: { [feature in keyof Required<Features>]: Effect } = {
  email: () => expectRemoved('wui-email-input', { features: { email: false } }, {}),
  socials: async () => {
    const prepare = (kit: Kit) => kit.store.setState({ offeredSocials: ['google', 'x'] })
    const widget = 'w3m-social-login-widget'
    const options = { gatewayUrl, walletUrl }
    expect((await draw({ options, prepare })).ids).toContain(widget)
    expect(
      (await draw({ options: { ...options, features: { socials: false } }, prepare })).ids,
    ).not.toContain(widget)
  },
  swaps: 'modal/views/account/walletFeatures.test.ts',
  onramp: () =>
    expectRemoved(
      'wallet-features-onramp-button',
      { features: { onramp: false } },
      {
        view: { name: 'account' },
        isConnected: true,
        prepare: (kit) => {
          const seller = { serviceProvider: 'moonpay', name: 'MoonPay', quotes: true }
          getQueryClient(kit).setQueryData(['onramp-providers', 'US'], [seller])
        },
      },
    ),
  send: 'modal/views/account/walletFeatures.test.ts',
  walletFeaturesOrder: 'modal/views/account/walletFeatures.test.ts',
  history: () =>
    expectRemoved(
      'tab-activity',
      { features: { history: false } },
      { view: { name: 'account' }, isConnected: true },
    ),
  receive: async () => {
    const options = { features: { receive: false } }
    const scene = { view: { name: 'account' }, isConnected: true } as const
    await expectRemoved('wallet-features-receive-button', options, scene)
    const opened = async (given: Options) => {
      const { kit, scope } = make(given)
      await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
      await openRequested(scope, { view: 'WalletReceive' })
      return currentView(scope.router.store.getState()).name
    }
    expect([await opened({}), await opened(options)]).toEqual(['receive', 'account'])
  },
  analytics: async () => {
    expect(await listen({})).toEqual(['SELECT_WALLET', 'CONNECT_SUCCESS'])
    expect(await listen({ features: { analytics: false } })).toEqual([])
  },
  allWallets: () => expectRemoved('all-wallets', { features: { allWallets: false } }, {}),
  emailShowWallets: () => expectCollapsed({ features: { emailShowWallets: false } }),
  collapseWallets: () => expectCollapsed({ features: { collapseWallets: true } }),
  legalCheckbox: async () => {
    expect((await draw({ options: legal })).ids).not.toContain('w3m-legal-checkbox')
    const options = { ...legal, features: { legalCheckbox: true } }
    expect((await draw({ options })).ids).toContain('w3m-legal-checkbox')
    // Also on the views that `open` shows without Connect.
    const searches = ({ elements }: Awaited<ReturnType<typeof draw>>) =>
      elements.some((element) => element.getAttribute('type') === 'search')
    const list = { view: { name: 'all-wallets' } } as const
    expect(searches(await draw({ ...list, options: { ...legal, gatewayUrl } }))).toBe(true)
    const locked = await draw({ ...list, options: { ...options, gatewayUrl } })
    expect(searches(locked)).toBe(false)
    await act(async () => (locked.get('w3m-legal-checkbox') as HTMLElement).click())
    expect(document.querySelector('input[type=search]')).not.toBeNull()
    vi.mocked(client.walletConnect).mockClear()
    for (const name of ['connecting-wallet-connect-basic', 'connecting-wallet-connect'] as const) {
      const { ids } = await draw({ view: { name }, options: { ...options, walletConnect } })
      expect(ids).toContain('w3m-legal-checkbox')
    }
    expect(client.walletConnect).not.toHaveBeenCalled()
    for (const name of ['connecting-external', 'connecting-multi-chain'] as const) {
      const connecting = await draw({ view: { name, connectorId: 'io.poly' }, options })
      expect(connecting.ids).toContain('w3m-legal-checkbox')
      expect(connecting.kit.store.getState().connections.eip155?.status ?? 'disconnected').toBe(
        'disconnected',
      )
      await act(async () => (connecting.get('w3m-legal-checkbox') as HTMLElement).click())
      await waitFor(() => expect(document.querySelector('input[type=checkbox]')).toBeNull())
    }
  },
  multiWallet: async () => {
    const others = async (features: Partial<Features>) => {
      const wallets = [fakeWallet(), fakeWallet({ id: 'dev.other', name: 'Other' })]
      const { kit } = testKit({ features }, wallets)
      stops.push(() => kit.destroy())
      for (const { id } of wallets) await connect(kit, { connectorId: id })
      expect(getConnected(kit.store.getState())?.connectorId).toBe('dev.other')
      return kit.store.getState().otherConnections?.eip155?.map(({ connectorId }) => connectorId)
    }
    expect(await others({ multiWallet: true })).toEqual(['dev.fake'])
    expect((await others({})) ?? []).toEqual([])
  },
  headless: async () => {
    const list = async (features: Partial<Features>, count: number) => {
      const { namespace } = fakeNamespace([fakeWallet()])
      createAppKit({ projectId: 'test', networks: [mainnet], adapters: [{ namespace }], features })
      const { result, unmount } = renderHook(() => useAppKitWallets())
      await waitFor(() => expect(result.current.wallets).toHaveLength(count))
      const names = result.current.wallets.map(({ name }) => name)
      unmount()
      setDefaultAppKit(undefined)
      return names
    }
    expect(await list({ headless: true }, 1)).toEqual(['Fake'])
    expect(await list({}, 0)).toEqual([])
  },
  names: async () => {
    const scene = { view: { name: 'account-settings' }, isConnected: true, prepare: addNames } as const
    const id = 'account-choose-name-button'
    expect((await draw({ ...scene, options: { gatewayUrl } })).ids).not.toContain(id)
    const options = { gatewayUrl, features: { names: true } }
    expect((await draw({ ...scene, options })).ids).toContain(id)
  },
  connectMethodsOrder: () => {
    expect(layoutOf({ features: { connectMethodsOrder: ['email', 'wallet'] } }).methods).toEqual([
      'email',
      'wallet',
    ])
  },
  connectorTypeOrder: () => {
    const customWallets = [{ id: 'mine', name: 'Mine' }]
    const order = (features: Partial<Features>) =>
      layoutOf({ customWallets, features }).groups.map(({ name }) => name)
    expect(order({}).slice(0, 2)).toEqual(['injected', 'custom'])
    expect(order({ connectorTypeOrder: ['custom'] }).slice(0, 2)).toEqual(['custom', 'injected'])
  },
}

/** Returns the events that the application's listeners receive while a wallet connects. */
async function listen(options: Options): Promise<readonly TrackEvent['event'][]> {
  const { kit, appKit } = make(options)
  const heard: TrackEvent['event'][] = []
  appKit.subscribeEvents(({ data }) => heard.push(data.event))
  await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
  return heard
}

function addNames(kit: Kit): void {
  const id: NamespaceId = 'eip155'
  const namespace = kit.namespaces.get(id)
  if (namespace) kit.namespaces.set(id, { ...namespace, hasNames: true })
}

describe('AppKitOptions', () => {
  const all = Object.entries(featureEffects).map(([name, effect]) => [`features.${name}`, effect] as const)

  test.each(all.flatMap(([name, effect]) => (typeof effect === 'string' ? [] : [[name, effect] as const])))(
    'param: %s',
    async (_, effect) => {
      await effect()
    },
  )

  test('behavior: the options without a test here have one in the file that is named', () => {
    const others = Object.entries(featureEffects).flatMap(([name, effect]) =>
      typeof effect === 'string'
        ? [{ name, text: readFileSync(join(import.meta.dirname, effect), 'utf8') }]
        : [],
    )
    for (const { name, text } of others) expect(text, name).toMatch(new RegExp(`\\b${name}\\b`))
  })

  test('behavior: the kit itself has no option that is not listed here', () => {
    const { features } = createKit({ projectId: 'x', networks: [mainnet] }).store.getState().settings
    expect(Object.keys(featureEffects).sort()).toEqual(Object.keys(features).sort())
  })
})
