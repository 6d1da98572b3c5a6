// @vitest-environment jsdom

import { connect } from '@portico/core'
import { ada, fakeNamespace, fakeSIWX, fakeWallet, memoryStorage, sessionOf } from '@portico/core/testing'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type AppKit,
  type AppKitOptions,
  createAppKit,
  getAppKit,
  getInitialAppKit,
  getSession,
  subscribeSession,
} from './index.ts'
import { base, mainnet } from './networks.ts'

const created: AppKit[] = []
afterEach(() => {
  document.body.replaceChildren()
  for (const { scope } of created.splice(0)) scope.kit.destroy()
})

function create(options: Partial<AppKitOptions> = {}) {
  const appKit = createAppKit({
    projectId: 'test',
    networks: [mainnet, base],
    adapters: [{ namespace: fakeNamespace([fakeWallet()]).namespace }],
    storage: memoryStorage(),
    logLevel: 'silent',
    ...options,
  })
  created.push(appKit)
  return appKit
}

function addButton() {
  const element = document.createElement('appkit-network-button')
  document.body.append(element)
  return () => element.firstElementChild?.shadowRoot?.textContent
}

describe('createAppKit', () => {
  test('behavior: creates another instance each time, and the elements in the page show the newest', async () => {
    const first = create()
    const text = addButton()
    await expect.poll(text).toBe('Ethereum')
    const second = create({ defaultNetwork: base })
    expect(second).not.toBe(first)
    expect(getAppKit()).toBe(second)
    await expect.poll(text).toBe('Base')

    expect(getAppKit(first)).toBe(first)
    await expect.poll(text).toBe('Ethereum')
    document.body.replaceChildren()
    await expect.poll(addButton()).toBe('Ethereum')
  })
})

describe('getInitialAppKit', () => {
  test('behavior: stays in the state that the instance was created with', async () => {
    const appKit = create()
    const initial = getInitialAppKit(appKit)
    expect(getInitialAppKit(appKit)).toBe(initial)
    await connect(appKit.scope.kit, { connectorId: 'dev.fake' })
    appKit.setThemeMode('dark')
    expect(appKit.getAddress()).toBe(ada)
    expect(appKit.getState().initialized).toBe(true)
    expect(initial.getAccount()).toMatchObject({ address: undefined, isConnected: false, status: undefined })
    expect(initial.getProvider('eip155')).toBeUndefined()
    expect(initial.getThemeMode()).toBeUndefined()
    expect(initial.getState().initialized).toBe(false)
  })
})

describe('subscribeSession', () => {
  test('behavior: calls back with the session until it is unsubscribed', async () => {
    const siwx = fakeSIWX()
    siwx.sessions.push(sessionOf(ada))
    const appKit = create({ siwx })
    expect(getSession(appKit)).toEqual({ status: 'idle', session: undefined })
    const seen: (string | undefined)[] = []
    const stop = subscribeSession(appKit, ({ session }) => seen.push(session?.address))
    await connect(appKit.scope.kit, { connectorId: 'dev.fake' })
    await expect.poll(() => seen.at(-1)).toBe(ada)
    expect(getSession(appKit).session).toEqual({ address: ada, networkId: 'eip155:1' })
    const count = seen.length
    stop()
    await appKit.disconnect()
    expect(getSession(appKit).session).toBeUndefined()
    expect(seen).toHaveLength(count)
  })
})
