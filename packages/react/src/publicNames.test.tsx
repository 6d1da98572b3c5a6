// @vitest-environment jsdom

import { readdirSync } from 'node:fs'
import { connect, MissingAppKitError } from '@portico/core'
import { ada, testKit } from '@portico/core/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createInstance } from './appKit.ts'
import { setDefaultAppKit } from './defaultKit.ts'
import { defineElements } from './elements.ts'
import * as portico from './index.ts'
import { createRouter } from './modal/router.ts'
import * as networks from './networks.ts'
import { createTheme } from './theme.ts'
import * as walletButton from './walletButton.ts'

/** The methods of AppKit's instance that applications call, by what they do. */
const methods = {
  lifecycle:
    'ready open close isOpen setLoading replace redirect popTransactionStack isTransactionStackEmpty handleUnsafeRPCRequest',
  read: 'getState getRemoteFeatures getEvent getError getChainId getCaipNetwork getCaipNetworkId getCaipNetworks getActiveChainNamespace getApprovedCaipNetworkIds getAddress getCaipAddress getAddressByChainNamespace getAccount getIsConnectedState getWalletInfo getProvider getProviderType getWalletProvider getWalletProviderType getUniversalProvider getPreferredAccountType getConnectors getConnectorImage getConnections getRecentConnections getReownName getSIWX getThemeMode getThemeVariables getConnectMethodsOrder getDisabledCaipNetworks',
  act: 'disconnect switchNetwork addNetwork removeNetwork switchConnection deleteConnection updateNativeBalance fetchIdentity syncIdentity addAdapter removeAdapter',
  set: 'setThemeMode setThemeVariables setTermsConditionsUrl setPrivacyPolicyUrl setConnectMethodsOrder setWalletFeaturesOrder setCollapseWallets setSocialsOrder updateFeatures updateRemoteFeatures updateOptions setEIP6963Enabled setPreferredAccountType',
  subscribe:
    'subscribeState subscribeTheme subscribeEvents subscribeAccount subscribeNetwork subscribeWalletInfo subscribeProviders subscribeConnections subscribeCaipNetworkChange subscribeShouldUpdateToAddress subscribeRemoteFeatures',
  messages: 'showErrorMessage showSuccessMessage',
}

/** The getters that return a value at once, with no wallet connected. */
const empty: Partial<Record<string, unknown>> = {
  getError: '',
  getEvent: undefined,
  getApprovedCaipNetworkIds: undefined,
  getAddress: undefined,
  getCaipAddress: undefined,
  getIsConnectedState: false,
  getWalletInfo: undefined,
  getConnections: [],
  getRecentConnections: [],
  getDisabledCaipNetworks: [],
  isTransactionStackEmpty: true,
}

/** Methods of AppKit's instance that this release lacks, by the reason. One that is added moves to the list above. */
const leftOut = {
  'the state changes only with the wallet':
    'setCaipAddress setBalance setProfileName setProfileImage setUser setStatus setConnectors setSmartAccountDeployed addAddressLabel removeAddressLabel resetAccount resetNetwork resetWcConnection addConnector setClientId',
}

const hooks =
  'useAppKit useAppKitAccount useAppKitNetwork useAppKitNetworkCore useAppKitState useAppKitTheme useAppKitEvents useAppKitBalance useWalletInfo useAppKitProvider useDisconnect useAppKitConnections useAppKitConnection useAppKitWallets useAppKitSIWX'
/** Hooks that the main entry does not have: those of payments are in `@portico/react/pay`. */
const otherHooks = 'usePay useAvailableExchanges usePayUrlActions useExchangeBuyStatus'
const components = 'AppKitProvider AppKitButton AppKitNetworkButton AppKitConnectButton AppKitAccountButton'
const elements = 'button connect-button account-button network-button modal'

const words = (list: string) => list.split(' ')
const stops: (() => void)[] = []
let appKit: ReturnType<typeof createInstance>
beforeEach(() => {
  const { kit } = testKit()
  stops.push(() => kit.destroy())
  appKit = createInstance({ kit, router: createRouter(), theme: createTheme({}) })
})
afterEach(() => {
  setDefaultAppKit(undefined)
  for (const stop of stops.splice(0)) stop()
})

describe('the instance', () => {
  test.each(Object.entries(methods))('behavior: has every method to %s', (_, list) => {
    for (const name of words(list)) expect(appKit, name).toHaveProperty(name, expect.any(Function))
  })

  test.each(Object.entries(leftOut))('behavior: lacks methods because %s', (_, list) => {
    for (const name of words(list)) expect(appKit).not.toHaveProperty(name)
  })

  test.each(Object.entries(empty))('behavior: %s returns %s before a wallet is connected', (name, value) => {
    const getter = appKit[name as keyof typeof appKit] as unknown as () => unknown
    expect(getter()).toEqual(value)
  })

  test.each(words(methods.subscribe))('behavior: %s returns a function that unsubscribes', (name) => {
    const subscribe = appKit[name as 'subscribeState']
    expect(subscribe(() => {})).toBeTypeOf('function')
    subscribe(() => {})()
  })
})

describe('the package', () => {
  test.each(words(`${hooks} ${components} createAppKit getAppKit getSessionToken AppKit`))(
    'behavior: exports %s',
    (name) => {
      expect(portico).toHaveProperty(name, expect.any(Function))
    },
  )

  test.each(words(otherHooks))('behavior: does not export %s', (name) => {
    expect(portico).not.toHaveProperty(name)
  })

  test('behavior: every hook of the folder is exported', () => {
    const files = readdirSync(`${import.meta.dirname}/hooks`).filter((file) =>
      /^useAppKit(?!Instance)\w*\.ts$/.test(file),
    )
    expect(files.length).toBeGreaterThan(8)
    for (const file of files) expect(portico).toHaveProperty(file.replace('.ts', ''), expect.any(Function))
  })

  test.each(words(elements))('behavior: defines <appkit-%s> and its legacy tag', (name) => {
    defineElements()
    for (const prefix of ['appkit', 'w3m']) expect(customElements.get(`${prefix}-${name}`)).toBeDefined()
  })
})

describe('AppKit', () => {
  test('behavior: is the class of the instances of createAppKit, and creates them', () => {
    const made = new portico.AppKit({ projectId: 'test', networks: [networks.mainnet] })
    stops.push(() => made.scope.kit.destroy())
    expect(made).toBeInstanceOf(portico.AppKit)
    expect(portico.AppKit.name).toBe('AppKit')
    expect(portico.createAppKit({ projectId: 'test', networks: [networks.mainnet] })).toBe(made)
    for (const other of [undefined, null, {}, { scope: {} }, 'AppKit'])
      expect(other).not.toBeInstanceOf(portico.AppKit)
  })
})

describe('getAppKit', () => {
  test('behavior: makes an instance the one of the hooks, which `modal` follows', () => {
    expect([portico.getAppKit(), portico.modal]).toEqual([undefined, undefined])
    expect(portico.getAppKit(appKit)).toBe(appKit)
    expect(portico.getAppKit()).toBe(appKit)
    expect(portico.modal).toBe(appKit)
  })
})

describe('AccountController', () => {
  const { AccountController } = portico

  test('error: before createAppKit', () => {
    expect(() => AccountController.state).toThrow(MissingAppKitError)
    expect(() => AccountController.subscribe(() => {})).toThrow(MissingAppKitError)
  })

  test('behavior: follows the account of the active namespace, until it is unsubscribed', async () => {
    portico.getAppKit(appKit)
    const changed = vi.fn()
    const changedAddress = vi.fn()
    const ends = [
      AccountController.subscribe(changed),
      AccountController.subscribeKey('address', changedAddress),
    ]
    expect(AccountController.state).toMatchObject({ address: undefined, allAccounts: [], user: undefined })

    await connect(appKit.scope.kit, { connectorId: 'dev.fake' })
    expect(AccountController.state).toMatchObject({
      address: ada,
      caipAddress: `eip155:1:${ada}`,
      status: 'connected',
      connectedWalletInfo: { name: 'Fake' },
    })
    expect(changed).toHaveBeenLastCalledWith(AccountController.state)
    expect(changedAddress.mock.calls).toEqual([[ada]])

    for (const end of ends) end()
    const { length } = changed.mock.calls
    await appKit.disconnect()
    expect(AccountController.state.address).toBeUndefined()
    expect(changed.mock.calls).toHaveLength(length)
    expect(changedAddress.mock.calls).toHaveLength(1)
  })
})

describe('the entry point networks', () => {
  test('behavior: AVAILABLE_NAMESPACES lists the namespaces of its networks', () => {
    const all = Object.values<unknown>(networks).flatMap((value) =>
      value !== null && typeof value === 'object' && 'chainNamespace' in value ? [value.chainNamespace] : [],
    )
    expect(networks.AVAILABLE_NAMESPACES).toEqual(['eip155', 'solana', 'bip122'])
    expect(new Set(all)).toEqual(new Set(networks.AVAILABLE_NAMESPACES))
  })
})

describe('the entry point wallet-button', () => {
  test.each(['AppKitWalletButton', 'createAppKitWalletButton', 'useAppKitWallet', 'useAppKitUpdateEmail'])(
    'behavior: exports %s',
    (name) => {
      expect(walletButton).toHaveProperty(name, expect.any(Function))
      expect(portico).not.toHaveProperty(name)
    },
  )

  test.each(['appkit', 'w3m'])('behavior: importing it defines <%s-wallet-button>', (prefix) => {
    expect(customElements.get(`${prefix}-wallet-button`)).toBeDefined()
  })
})
