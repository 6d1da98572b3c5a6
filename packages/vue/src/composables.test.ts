// @vitest-environment jsdom

import { connect, type Kit } from '@portico/core'
import { ada, fakeNamespace, fakeSIWX, fakeWallet, memoryStorage, sessionOf } from '@portico/core/testing'
import type { AppKit } from '@portico/elements'
import { afterEach, describe, expect, test } from 'vitest'
import { type App, createApp, createSSRApp, effectScope, h, nextTick } from 'vue'
import { renderToString } from 'vue/server-renderer'
import * as portico from './index.ts'
import { base, mainnet } from './networks.ts'

const apps: App[] = []
const instances: AppKit[] = []
afterEach(() => {
  for (const app of apps.splice(0)) app.unmount()
  for (const { scope } of instances.splice(0)) scope.kit.destroy()
})

/** Creates an instance of its own for a test. */
async function setup(options: Partial<portico.AppKitOptions> = {}) {
  const wallet = fakeWallet()
  const { createAppKit: createAnother } = await import('@portico/elements')
  const appKit = createAnother({
    projectId: 'test',
    networks: [mainnet, base],
    adapters: [{ namespace: fakeNamespace([wallet]).namespace }],
    storage: memoryStorage(),
    logLevel: 'silent',
    features: { multiWallet: true },
    ...options,
  })
  instances.push(appKit)
  const { kit } = appKit.scope
  return { appKit, kit, wallet, connect: () => connect(kit, { connectorId: 'dev.fake' }) }
}

/** Mounts a component that uses a composable. `text` is what it shows of it. */
function mount<T>(use: () => T, show: (value: T) => unknown) {
  let value: T | undefined
  const app = createApp({
    setup() {
      const used = use()
      value = used
      return () => h('p', String(show(used)))
    },
  })
  apps.push(app)
  const element = document.createElement('div')
  app.mount(element)
  return { app, value: value as T, text: () => element.textContent }
}

/** The number of listeners of a kit's state, which a component must not leave behind. */
function countListeners({ store }: Kit): () => number {
  const { subscribe } = store
  let count = 0
  store.subscribe = (listener) => {
    count += 1
    const stop = subscribe(listener)
    return () => {
      count -= 1
      stop()
    }
  }
  return () => count
}

describe('composables', () => {
  test('error: before createAppKit', async () => {
    portico.getAppKit()
    expect(() => portico.useAppKitAccount()).toThrow(portico.MissingAppKitError)
  })

  test('behavior: createAppKit returns the first instance, getAppKit sets another', async () => {
    const first = await setup()
    expect(portico.createAppKit({ projectId: 'second', networks: [base] })).toBe(first.appKit)
    const second = await setup()
    expect(portico.getAppKit()).toBe(second.appKit)
    expect(portico.getAppKit(first.appKit)).toBe(first.appKit)
    expect(portico.createAppKit({ projectId: 'third', networks: [base] })).toBe(first.appKit)
  })

  test('behavior: account, network, wallet and provider follow the connection', async () => {
    const { connect } = await setup()
    const account = mount(portico.useAppKitAccount, ({ value }) => value.address)
    const network = mount(portico.useAppKitNetwork, ({ value }) => value.caipNetworkId)
    const wallet = mount(portico.useWalletInfo, ({ walletInfo }) => walletInfo?.name)
    const provider = mount(
      () => portico.useAppKitProvider('eip155'),
      ({ walletProvider, walletProviderType }) => `${typeof walletProvider} ${walletProviderType}`,
    )
    const wallets = mount(portico.useAppKitConnections, ({ connections }) => connections.length)
    expect([account.text(), network.text(), wallet.text(), provider.text(), wallets.text()]).toEqual([
      ...['undefined', 'eip155:1', 'undefined', 'undefined undefined', '0'],
    ])
    await connect()
    await expect.poll(() => wallets.text()).toBe('1')
    expect([account.text(), wallet.text()]).toEqual([ada, 'Fake'])
    expect(provider.text()).toMatch(/^object /)
    await network.value.value.switchNetwork(base)
    await nextTick()
    expect(network.text()).toBe('eip155:8453')

    await portico.useDisconnect().disconnect({ namespace: 'eip155' })
    await expect.poll(account.text).toBe('undefined')
    expect(provider.text()).toBe('undefined undefined')
  })

  test('behavior: state, theme and events', async () => {
    const { appKit } = await setup({ themeMode: 'light' })
    const state = mount(portico.useAppKitState, ({ loading }) => loading)
    const theme = mount(portico.useAppKitTheme, ({ themeMode }) => themeMode)
    const event = mount(portico.useAppKitEvents, ({ data }) => data.event)
    expect([state.text(), theme.text(), event.text()]).toEqual(['false', 'light', 'MODAL_CREATED'])
    appKit.setLoading(true)
    theme.value.setThemeMode('dark')
    appKit.scope.kit.events.emit({ type: 'track', track: { type: 'track', event: 'MODAL_OPEN' } })
    await nextTick()
    expect([state.text(), theme.text(), event.text()]).toEqual(['true', 'dark', 'MODAL_OPEN'])
  })

  test('behavior: the session', async () => {
    const siwx = fakeSIWX()
    siwx.sessions.push(sessionOf(ada))
    const { connect } = await setup({ siwx })
    const session = mount(portico.useAppKitSession, ({ session }) => session?.address)
    expect(portico.useAppKitSIWX()).toBe(siwx)
    expect(session.text()).toBe('undefined')
    await connect()
    await expect.poll(() => session.text()).toBe(ada)
  })

  test('behavior: components and effect scopes stop listening when they end', async () => {
    const { kit } = await setup()
    const listeners = countListeners(kit)
    const all = () => [
      portico.useAppKitAccount(),
      portico.useAppKitNetwork(),
      portico.useAppKitState(),
      portico.useAppKitTheme(),
      portico.useAppKitEvents(),
      portico.useWalletInfo(),
      portico.useAppKitProvider('eip155'),
      portico.useAppKitConnections(),
      portico.useAppKitSession(),
    ]
    const { app } = mount(all, () => '')
    expect(listeners()).toBeGreaterThan(5)
    apps.splice(apps.indexOf(app), 1)
    app.unmount()
    expect(listeners()).toBe(0)

    const scope = effectScope()
    scope.run(all)
    expect(listeners()).toBeGreaterThan(5)
    scope.stop()
    expect(listeners()).toBe(0)
  })

  test('behavior: hydrates the markup of the server although a wallet is connected, then shows it', async () => {
    const component = {
      setup() {
        const account = portico.useAppKitAccount()
        const state = portico.useAppKitState()
        return () => h('p', `${account.value.address} ${state.initialized}`)
      },
    }
    const { window } = globalThis
    Reflect.deleteProperty(globalThis, 'window')
    const server = await setup()
      .then(() => renderToString(createSSRApp(component)))
      .finally(() => {
        globalThis.window = window
      })
    expect(server).toBe('<p>undefined false</p>')
    const { connect } = await setup()
    await connect()
    const warnings: unknown[] = []
    const app = createSSRApp(component)
    app.config.warnHandler = (message) => warnings.push(message)
    apps.push(app)
    const element = document.createElement('div')
    element.innerHTML = server
    app.mount(element)
    expect(warnings).toEqual([])
    await nextTick()
    expect(element.innerHTML).toBe(`<p>${ada} true</p>`)
  })
})
