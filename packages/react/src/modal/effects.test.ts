// @vitest-environment jsdom

import { cancelSignIn, connect, disconnect, type Kit, signIn } from '@portico/core'
import { ada, fakeSIWX, sessionOf, testKit, threeNamespaces, until } from '@portico/core/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { KitScope } from '../kit/KitContext.ts'
import { createTheme } from '../theme.ts'
import { watchEffects } from './effects.ts'
import { goBack, openModal, requestClose } from './modalActions.ts'
import { createRouter, currentView } from './router.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const setup = (options: Parameters<typeof testKit>[0] = {}) => withEffects(testKit(options))

function withEffects<T extends { kit: Kit }>(made: T) {
  const scope: KitScope = { kit: made.kit, router: createRouter(), theme: createTheme({}) }
  const events: string[] = []
  made.kit.events.on((event) => event.type === 'track' && events.push(event.track.event))
  stops.push(watchEffects(scope), () => made.kit.destroy())
  const modal = () => {
    const state = scope.router.store.getState()
    return state.open ? currentView(state).name : 'closed'
  }
  return { ...made, scope, modal, events, router: scope.router }
}
const connectWallet = (kit: Kit) => connect(kit, { connectorId: 'dev.fake' })
const waitForSignIn = (kit: Kit, status: string) => until(kit, (state) => state.signIn.status === status)

describe('watchEffects', () => {
  test('behavior: connecting closes the modal', async () => {
    const { kit, scope, modal, events } = setup()
    openModal(scope)
    expect(modal()).toBe('connect')
    scope.router.push({ name: 'connecting-external', connectorId: 'dev.fake' })
    await connectWallet(kit)
    expect(modal()).toBe('closed')
    expect(events).toContain('MODAL_OPEN')
    expect(events).toContain('MODAL_CLOSE')
  })

  test('behavior: with sign-in, connecting shows the sign-in view, and signing closes the modal', async () => {
    const { kit, scope, modal } = setup({ siwx: fakeSIWX() })
    openModal(scope)
    await connectWallet(kit)
    await waitForSignIn(kit, 'needed')
    expect(modal()).toBe('sign-message')
    await signIn(kit)
    // The view confirms it for a moment.
    expect(modal()).toBe('sign-message')
    await vi.waitFor(() => expect(modal()).toBe('closed'))
  })

  test('behavior: a modal that shows another view after signing stays open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const { kit, scope, modal } = setup({ siwx: fakeSIWX() })
      openModal(scope)
      await connectWallet(kit)
      await waitForSignIn(kit, 'needed')
      await signIn(kit)
      scope.router.push({ name: 'what-is-a-wallet' })
      vi.advanceTimersByTime(1_000)
      expect(modal()).toBe('what-is-a-wallet')
    } finally {
      vi.useRealTimers()
    }
  })

  test('behavior: sign-in opens a closed modal; a stored session does not', async () => {
    const unsigned = setup({ siwx: fakeSIWX() })
    await connectWallet(unsigned.kit)
    await waitForSignIn(unsigned.kit, 'needed')
    expect(unsigned.modal()).toBe('sign-message')
    const siwx = fakeSIWX()
    siwx.sessions.push(sessionOf(ada))
    const signedIn = setup({ siwx })
    await connectWallet(signedIn.kit)
    await waitForSignIn(signedIn.kit, 'signed-in')
    expect(signedIn.modal()).toBe('closed')
  })

  test('error: a declined signature shows a message and keeps the view', async () => {
    const { kit, wallet, modal, router } = setup({ siwx: fakeSIWX() })
    await connectWallet(kit)
    await waitForSignIn(kit, 'needed')
    wallet.sign = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
    await signIn(kit)
    expect(modal()).toBe('sign-message')
    expect(router.store.getState().snack).toMatchObject({ kind: 'error', text: 'notice.signatureDeclined' })
  })

  test('behavior: signing again hides the message about the declined signature, and no other', async () => {
    const { kit, wallet, router } = setup({ siwx: fakeSIWX() })
    const snack = () => router.store.getState().snack?.text
    await connectWallet(kit)
    await waitForSignIn(kit, 'needed')
    const { sign } = wallet
    wallet.sign = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
    await signIn(kit)
    expect(snack()).toBe('notice.signatureDeclined')
    wallet.sign = sign
    const signing = signIn(kit)
    expect(snack()).toBeUndefined()
    router.showSnack({ kind: 'success', text: 'A sentence of the application' })
    await signing
    expect(snack()).toBe('A sentence of the application')
  })

  test('error: a sign-in that cannot start resets to Connect and shows a message', async () => {
    const siwx = fakeSIWX()
    siwx.getSessions = () => Promise.reject(new Error('broken'))
    const { kit, scope, modal, router } = setup({ siwx })
    openModal(scope)
    router.push({ name: 'connecting-external', connectorId: 'dev.fake' })
    await connectWallet(kit)
    await until(kit, (state) => state.connections.eip155?.status === 'disconnected')
    expect(modal()).toBe('connect')
    expect(router.store.getState().stack).toHaveLength(1)
    expect(router.store.getState().snack).toMatchObject({ text: 'notice.authInitFailed' })
  })

  test('behavior: cancelling a required sign-in resets to Connect; an optional one closes', async () => {
    const required = setup({ siwx: fakeSIWX() })
    await connectWallet(required.kit)
    await waitForSignIn(required.kit, 'needed')
    await cancelSignIn(required.kit)
    expect(required.modal()).toBe('connect')
    const optional = setup({ siwx: fakeSIWX({ required: false }) })
    await connectWallet(optional.kit)
    await waitForSignIn(optional.kit, 'needed')
    await cancelSignIn(optional.kit)
    expect(optional.modal()).toBe('closed')
  })

  test('behavior: cancelling a required sign-in shows Connect also while another namespace is connected', async () => {
    const siwx = fakeSIWX()
    siwx.sessions.push(sessionOf(ada))
    const { kit, scope, modal, router } = withEffects(threeNamespaces({ siwx }))
    await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
    await waitForSignIn(kit, 'signed-in')
    openModal(scope, { name: 'connect', namespace: 'solana' })
    await connect(kit, { namespace: 'solana', connectorId: 'Polyglot' })
    await waitForSignIn(kit, 'needed')
    expect(modal()).toBe('sign-message')
    await cancelSignIn(kit)
    await waitForSignIn(kit, 'signed-in')
    expect(kit.store.getState().connections).toMatchObject({
      eip155: { status: 'connected' },
      solana: { status: 'disconnected' },
    })
    expect(modal()).toBe('connect')
    expect(router.store.getState().stack).toHaveLength(1)
    // The next connection closes the modal as always.
    siwx.required = false
    await connect(kit, { namespace: 'bip122', connectorId: 'Polyglot' })
    await waitForSignIn(kit, 'needed')
    await cancelSignIn(kit)
    expect(modal()).toBe('closed')
  })

  test('behavior: a wallet that disconnects instead of signing leads back to Connect', async () => {
    const { kit, wallet, modal } = setup({ siwx: fakeSIWX() })
    await connectWallet(kit)
    await waitForSignIn(kit, 'needed')
    wallet.emit({ type: 'disconnect' })
    expect(modal()).toBe('connect')
  })

  test('behavior: a required sign-in cannot be closed, an optional one can', async () => {
    for (const required of [true, false]) {
      const { kit, scope, modal, router } = setup({ siwx: fakeSIWX({ required }) })
      await connectWallet(kit)
      await waitForSignIn(kit, 'needed')
      requestClose(scope)
      expect(modal()).toBe(required ? 'sign-message' : 'closed')
      expect(router.store.getState().refusals).toBe(required ? 1 : 0)
    }
  })

  test('behavior: an unsupported chain shows its view until the wallet leaves the chain', async () => {
    const { kit, wallet, scope, modal, router } = setup()
    await connectWallet(kit)
    wallet.emit({ type: 'network', networkId: 'eip155:999' })
    expect(modal()).toBe('unsupported-chain')
    requestClose(scope)
    goBack(scope)
    openModal(scope, { name: 'account' })
    expect(modal()).toBe('unsupported-chain')
    expect(router.store.getState().refusals).toBe(2)
    wallet.emit({ type: 'network', networkId: 'eip155:8453' })
    expect(modal()).toBe('closed')
  })

  test.each(['account', 'account-settings', 'receive', 'compatible-networks'] as const)(
    'behavior: disconnecting closes %s',
    async (name) => {
      const { kit, scope, modal } = setup()
      await connectWallet(kit)
      openModal(scope, { name })
      await disconnect(kit)
      expect(modal()).toBe('closed')
    },
  )

  test('behavior: a rejected connection keeps the view that shows it', async () => {
    const { kit, wallet, scope, modal, router } = setup()
    openModal(scope)
    router.push({ name: 'connecting-external', connectorId: 'dev.fake' })
    wallet.connect = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
    await connectWallet(kit).catch(() => {})
    expect(modal()).toBe('connecting-external')
  })

  test.each(['connecting-external', 'connecting-wallet-connect'] as const)(
    'behavior: the modal closes after a connection through %s',
    async (name) => {
      const { kit, scope, modal, router } = setup()
      openModal(scope)
      router.push({ name, connectorId: 'dev.fake' })
      await connectWallet(kit)
      expect(modal()).toBe('closed')
    },
  )

  test('behavior: applies the current state on start, and stops', async () => {
    const { kit } = testKit({ siwx: fakeSIWX() })
    stops.push(() => kit.destroy())
    await connectWallet(kit)
    await waitForSignIn(kit, 'needed')
    const scope: KitScope = { kit, router: createRouter(), theme: createTheme({}) }
    const stop = watchEffects(scope)
    expect(scope.router.store.getState().open).toBe(true)
    stop()
    const changed = vi.fn()
    scope.router.store.subscribe(changed)
    await signIn(kit)
    expect(changed).not.toHaveBeenCalled()
  })
})

describe('goBack', () => {
  test('behavior: closes from the first view; while connected, Connect is replaced by the account', async () => {
    const { kit, scope, modal } = setup()
    openModal(scope)
    scope.router.push({ name: 'what-is-a-wallet' })
    goBack(scope)
    expect(modal()).toBe('connect')
    goBack(scope)
    expect(modal()).toBe('closed')
    await connectWallet(kit)
    openModal(scope, { name: 'connect' })
    scope.router.push({ name: 'what-is-a-wallet' })
    goBack(scope)
    expect(modal()).toBe('account')
  })
})
