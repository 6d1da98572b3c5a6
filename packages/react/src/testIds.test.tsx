// @vitest-environment jsdom

import { type ConnectorDetails, connect, type Kit } from '@portico/core'
import { ada, namespaceIds, threeNamespaces } from '@portico/core/testing'
import { act, cleanup, configure, fireEvent, render, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createInstance } from './appKit.ts'
import { AppKitAccountButton } from './buttons/AppKitAccountButton.tsx'
import { AppKitConnectButton } from './buttons/AppKitConnectButton.tsx'
import { AppKitNetworkButton } from './buttons/AppKitNetworkButton.tsx'
import { loadViewCopy } from './copy.ts'
import { setDefaultAppKit } from './defaultKit.ts'
import { KitContext } from './kit/KitContext.ts'
import { createDialog } from './modal/dialog.ts'
import { Card } from './modal/parts/Card.tsx'
import { createRouter, type View } from './modal/router.ts'
import { solana } from './networks.ts'
import { installBrowserMethods } from './testing/installBrowserMethods.ts'
import { createTheme } from './theme.ts'
import { AppKitWalletButton } from './walletButton/AppKitWalletButton.tsx'
import { getPairing } from './walletConnect/pairing.ts'

// The code that is loaded on use can take longer than a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

/**
 * The values of `data-testid` that test suites written for AppKit select by, and the scene that shows each. A pattern
 * stands for an ID that ends with a name.
 */
const ids: Record<string, readonly (string | RegExp)[]> = {
  buttons: ['connect-button', 'connect-button-solana', 'w3m-network-button', 'wallet-button-metamask'],
  connectedButtons: ['account-button', 'account-button-eip155'],
  dialog: ['w3m-modal'],
  connect: [
    'w3m-modal-card',
    'w3m-modal-overlay',
    'w3m-header-text',
    'w3m-header-close',
    'w3m-connect-scroll-view',
    'w3m-legal-checkbox',
    'wui-email-input',
    'wui-separator',
    'wallet-selector-io.poly',
    'wallet-selector-walletconnect',
    'all-wallets',
  ],
  emailFirst: ['w3m-email-login-or-separator'],
  socials: ['w3m-social-login-widget', 'social-selector-google', 'w3m-social-login-or-separator'],
  messages: ['wui-snackbar-message', 'wui-alertbar-text'],
  allWallets: ['header-back', /^wallet-search-item-.+/, 'wui-certified-switch'],
  noWallets: ['no-wallet-found'],
  multiChain: namespaceIds.map((id) => `wui-list-chain-${id}`),
  qrCode: ['wui-qr-code', 'copy-wc2-uri'],
  link: ['wui-link-copy', 'w3m-connecting-widget-secondary-button'],
  signMessage: ['w3m-connecting-siwe-sign', 'w3m-connecting-siwe-cancel'],
  account: [
    'tab-tokens',
    'tab-nfts',
    'tab-activity',
    'wui-wallet-switch',
    'single-account-avatar',
    'disconnect-button',
    'wallet-features-receive-button',
    'wallet-features-send-button',
    'w3m-account-default-send-button',
  ],
  settings: [
    'w3m-account-select-network',
    'account-switch-network-button',
    'account-settings-address',
    'account-choose-name-button',
  ],
  embeddedSettings: [
    'w3m-account-email-update',
    'w3m-wallet-upgrade-card',
    'w3m-secure-website-button',
    'account-toggle-preferred-account-type',
    'account-smart-account-settings-button',
  ],
  networks: [/^w3m-network-switch-.+/],
  switchNamespace: ['w3m-switch-active-chain-button'],
  names: ['wui-ens-input', 'account-name-suggestion'],
  profile: [
    'disconnect-all-button',
    'add-connection-button',
    'active-connection',
    'recent-connection',
    /^wui-active-profile-wallet-item/,
  ],
  receive: ['receive-address-copy-button'],
}

/** IDs of views that no scene here shows, and the tests that look for them. */
const elsewhere = {
  'wui-otp-input': 'in the frame of the wallet site, see showCodeForm.test.ts there',
  'wallet-features-fund-wallet-button': 'SwapView.test.tsx',
  'wallet-features-onramp-button': 'features.test.tsx',
  'wallet-features-swaps-button': 'walletFeatures.test.ts',
  'swap-input-sourceToken': 'SwapView.test.tsx',
  'swap-select-token-item-ETH': 'SwapView.test.tsx',
  'swap-action-button': 'SwapView.test.tsx',
  'onramp-provider-transak': 'BuyView.test.tsx',
}

beforeAll(async () => {
  installBrowserMethods()
  await loadViewCopy()
})
beforeEach(() => {
  vi.stubGlobal('fetch', async (input: unknown) => Response.json(answer(String(input))))
})
const stops: (() => void)[] = []
afterEach(() => {
  cleanup()
  setDefaultAppKit(undefined)
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

/** The answers of the gateway. */
function answer(url: string): unknown {
  if (url.includes('/getWallets')) {
    const isEmpty = url.includes('search=none')
    const wallet = {
      id: 'aa',
      name: 'Listed',
      homepage: 'https://listed.test',
      order: 1,
      badge_type: 'certified',
    }
    return isEmpty ? { count: 0, data: [] } : { count: 1, data: [wallet] }
  }
  if (url.includes('/suggestions')) return { suggestions: [{ name: 'ada.portico.eth', registered: false }] }
  return {}
}

interface Scene {
  views?: readonly [View, ...View[]]
  options?: Parameters<typeof threeNamespaces>[0]
  connected?: boolean
  children?: () => ReactNode
  prepare?: (kit: Kit) => void
}

/** Renders a scene and returns a function that reads the test IDs in it, shadow roots included. */
async function show({ views, options, connected, children, prepare }: Scene): Promise<() => string[]> {
  const { kit } = threeNamespaces({
    gatewayUrl: 'https://gateway.test',
    walletUrl: 'https://wallet.test',
    features: { names: true },
    ...options,
  })
  const scope = { kit, router: createRouter(), theme: createTheme({}) }
  setDefaultAppKit(createInstance(scope))
  stops.push(() => kit.destroy())
  if (connected) await connect(kit, { connectorId: 'io.poly' })
  prepare?.(kit)
  const [first, ...rest] = views ?? []
  if (first) scope.router.open(first)
  for (const view of rest) scope.router.push(view)
  await act(async () => {
    render(<KitContext value={scope}>{children?.() ?? <Card setLabel={() => {}} />}</KitContext>)
  })
  return () => listIds(document)
}

function listIds(root: ParentNode): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    ...(element.getAttribute('data-testid') ?? '').split(' ').filter(Boolean),
    ...(element.shadowRoot ? listIds(element.shadowRoot) : []),
  ])
}

const wallet = { id: 'aa', name: 'Listed', mobile_link: 'listed://', desktop_link: 'listed://' }
const connectView: View = { name: 'connect' }
const legal = { termsConditionsUrl: 'https://app.test/terms' }
const walletConnect: ConnectorDetails = {
  id: 'walletConnect',
  name: 'WalletConnect',
  type: 'WALLET_CONNECT',
  namespace: 'eip155',
}

function toEmbedded(kit: Kit): void {
  kit.store.setState(({ connectors }) => ({
    connectors: connectors.map((details) => ({ ...details, type: 'AUTH' })),
    embedded: {
      ...{ email: undefined, login: { step: 'none' }, requests: [], surface: { view: 'none', height: 0 } },
      accounts: { eip155: [{ address: ada, type: 'eoa' }] },
      smartAccountNetworkIds: ['eip155:1'],
    },
  }))
}

function toPaired(kit: Kit): void {
  getPairing(kit).setState({ status: 'ready', uri: 'wc:1@2', expiresAt: Date.now() + 60_000 }, true)
}

const scenes: Record<string, Scene> = {
  buttons: {
    children: () => [
      <AppKitConnectButton key="1" />,
      <AppKitConnectButton key="2" namespace="solana" />,
      <AppKitNetworkButton key="3" />,
      <AppKitWalletButton key="4" wallet="metamask" />,
    ],
  },
  connectedButtons: {
    connected: true,
    children: () => [<AppKitAccountButton key="1" />, <AppKitAccountButton key="2" namespace="eip155" />],
  },
  dialog: {
    children: () => {
      createDialog({ requestClose() {}, getParent: () => document.body })
      return null
    },
  },
  connect: {
    views: [connectView],
    options: { ...legal, features: { legalCheckbox: true } },
    prepare: (kit) =>
      kit.store.setState(({ connectors }) => ({ connectors: [...connectors, walletConnect] })),
  },
  emailFirst: {
    views: [connectView],
    options: { features: { connectMethodsOrder: ['email', 'social', 'wallet'] } },
    prepare: (kit) => kit.store.setState({ offeredSocials: [] }),
  },
  socials: {
    views: [connectView],
    options: { features: { connectMethodsOrder: ['email', 'social', 'wallet'] } },
    prepare: (kit) => kit.store.setState({ offeredSocials: ['google'] }),
  },
  messages: {
    views: [connectView],
    prepare: (kit) => kit.store.setState({ alert: { id: 'session-expired' } }),
  },
  allWallets: { views: [connectView, { name: 'all-wallets' }] },
  noWallets: { views: [{ name: 'all-wallets' }] },
  multiChain: { views: [{ name: 'connecting-multi-chain', connectorId: 'io.poly' }] },
  qrCode: { views: [{ name: 'connecting-wallet-connect' }], prepare: toPaired },
  link: {
    views: [{ name: 'connecting-wallet-connect', wallet: { ...wallet, mobile_link: undefined } }],
    prepare: toPaired,
  },
  signMessage: { views: [{ name: 'sign-message' }], connected: true },
  account: { views: [{ name: 'account' }], connected: true },
  settings: {
    views: [{ name: 'account-settings' }],
    connected: true,
    prepare: (kit) => {
      const namespace = kit.namespaces.get('eip155')
      if (namespace) kit.namespaces.set('eip155', { ...namespace, hasNames: true })
    },
  },
  embeddedSettings: { views: [{ name: 'account-settings' }], connected: true, prepare: toEmbedded },
  networks: { views: [{ name: 'networks' }] },
  switchNamespace: { views: [{ name: 'switch-active-chain', networkId: solana.caipNetworkId }] },
  names: { views: [{ name: 'register-name' }], connected: true },
  profile: {
    views: [{ name: 'profile-wallets' }],
    options: { features: { multiWallet: true } },
    connected: true,
    prepare: (kit) => {
      const accounts = [{ address: ada, type: 'eoa' }] as const
      const used = { connectorId: 'used', name: 'Used', accounts, networkId: 'eip155:1' } as const
      kit.store.setState({ otherConnections: { eip155: [{ status: 'disconnected', ...used }] } })
    },
  },
  receive: { views: [{ name: 'receive' }], connected: true },
}

/** What the visitor does in a scene before the IDs are read. */
const acts: Record<string, () => void> = {
  noWallets: () => type('input[type=search]', 'none'),
  names: () => type('[data-testid=wui-ens-input]', 'ada'),
}

function type(selector: string, value: string): void {
  const input = document.querySelector(selector)
  if (input) fireEvent.change(input, { target: { value } })
}

describe('the test IDs', () => {
  test.each(Object.entries(ids))('behavior: %s has %s', async (name, expected) => {
    const scene = scenes[name]
    if (!scene) throw new Error(`There is no scene ${name}.`)
    const read = await show(scene)
    if (name === 'messages') {
      const { router } = (await import('./defaultKit.ts')).getDefaultAppKit()?.scope ?? {}
      act(() => router?.showSnack({ kind: 'success', text: `Saved for ${ada}` }))
    }
    await waitFor(() => {
      acts[name]?.()
      const found = read()
      for (const id of expected)
        expect(
          found.some((one) => (typeof id === 'string' ? one === id : id.test(one))),
          `${id} in ${found}`,
        ).toBe(true)
    })
  })

  test('behavior: a separator between the ways to connect is named after what stands above it', async () => {
    const order = async (connectMethodsOrder: readonly ('email' | 'wallet')[]) => {
      const read = await show({ views: [connectView], options: { features: { connectMethodsOrder } } })
      await waitFor(() => expect(read()).toContain('wui-email-input'))
      const found = read().filter((id) => id.includes('separator'))
      cleanup()
      return found
    }
    expect(await order(['wallet', 'email'])).toEqual(['wui-separator'])
    expect(await order(['email', 'wallet'])).toEqual(['w3m-email-login-or-separator'])
  })

  test('behavior: an ID is either shown here or looked for elsewhere', () => {
    const shown = Object.values(ids).flat()
    for (const id of Object.keys(elsewhere)) expect(shown).not.toContain(id)
    expect(new Set(shown).size).toBe(shown.length)
    expect(Object.keys(scenes).sort()).toEqual(Object.keys(ids).sort())
  })
})
