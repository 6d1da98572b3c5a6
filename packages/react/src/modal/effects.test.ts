// @vitest-environment jsdom

import { cancelSignIn, connect, disconnect, type Kit, signIn } from '@portico/core'
import { ada, fakeSIWX, sessionOf, testKit, until } from '@portico/core/testing'
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

function make(options: Parameters<typeof testKit>[0] = {}) {
  const made = testKit(options)
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
const join = (kit: Kit) => connect(kit, { connectorId: 'dev.fake' })
const status = (kit: Kit, wanted: string) => until(kit, (state) => state.signIn.status === wanted)

describe('watchEffects', () => {
  test('behavior: connecting closes the modal', async () => {
    const { kit, scope, modal, events } = make()
    openModal(scope)
    expect(modal()).toBe('connect')
    scope.router.push({ name: 'connecting-external', connectorId: 'dev.fake' })
    await join(kit)
    expect(modal()).toBe('closed')
    expect(events).toContain('MODAL_OPEN')
    expect(events).toContain('MODAL_CLOSE')
  })

  test('behavior: with sign-in, connecting leads to it, and signing closes', async () => {
    const { kit, scope, modal } = make({ siwx: fakeSIWX() })
    openModal(scope)
    await join(kit)
    await status(kit, 'needed')
    expect(modal()).toBe('sign-message')
    await signIn(kit)
    expect(modal()).toBe('closed')
  })

  test('behavior: sign-in opens a closed modal, and a stored session does not', async () => {
    const asking = make({ siwx: fakeSIWX() })
    await join(asking.kit)
    await status(asking.kit, 'needed')
    expect(asking.modal()).toBe('sign-message')
    const siwx = fakeSIWX()
    siwx.sessions.push(sessionOf(ada))
    const known = make({ siwx })
    await join(known.kit)
    await status(known.kit, 'signed-in')
    expect(known.modal()).toBe('closed')
  })

  test('error: a declined signature is said and the view stays', async () => {
    const { kit, wallet, modal, router } = make({ siwx: fakeSIWX() })
    await join(kit)
    await status(kit, 'needed')
    wallet.sign = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
    await signIn(kit)
    expect(modal()).toBe('sign-message')
    expect(router.store.getState().snack).toMatchObject({ kind: 'error', text: 'notice.signatureDeclined' })
  })

  test('error: a sign-in that cannot start resets to Connect and says so', async () => {
    const siwx = fakeSIWX()
    siwx.getSessions = () => Promise.reject(new Error('broken'))
    const { kit, scope, modal, router } = make({ siwx })
    openModal(scope)
    router.push({ name: 'connecting-external', connectorId: 'dev.fake' })
    await join(kit)
    await until(kit, (state) => state.connections.eip155?.status === 'disconnected')
    expect(modal()).toBe('connect')
    expect(router.store.getState().stack).toHaveLength(1)
    expect(router.store.getState().snack).toMatchObject({ text: 'notice.authInitFailed' })
  })

  test('behavior: cancel: required goes to Connect, optional closes', async () => {
    const required = make({ siwx: fakeSIWX() })
    await join(required.kit)
    await status(required.kit, 'needed')
    await cancelSignIn(required.kit)
    expect(required.modal()).toBe('connect')
    const optional = make({ siwx: fakeSIWX({ required: false }) })
    await join(optional.kit)
    await status(optional.kit, 'needed')
    await cancelSignIn(optional.kit)
    expect(optional.modal()).toBe('closed')
  })

  test('behavior: a required sign-in refuses to close, an optional one does not', async () => {
    for (const required of [true, false]) {
      const { kit, scope, modal, router } = make({ siwx: fakeSIWX({ required }) })
      await join(kit)
      await status(kit, 'needed')
      requestClose(scope)
      expect(modal()).toBe(required ? 'sign-message' : 'closed')
      expect(router.store.getState().refusals).toBe(required ? 1 : 0)
    }
  })

  test('behavior: an unsupported chain opens, cannot be closed, and is over when left', async () => {
    const { kit, wallet, scope, modal, router } = make()
    await join(kit)
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

  test.each(['account', 'account-settings', 'receive'] as const)(
    'behavior: disconnecting closes %s',
    async (name) => {
      const { kit, scope, modal } = make()
      await join(kit)
      openModal(scope, { name })
      await disconnect(kit)
      expect(modal()).toBe('closed')
    },
  )

  test('behavior: a rejected connection leaves the view that says so', async () => {
    const { kit, wallet, scope, modal, router } = make()
    openModal(scope)
    router.push({ name: 'connecting-external', connectorId: 'dev.fake' })
    wallet.connect = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
    await join(kit).catch(() => {})
    expect(modal()).toBe('connecting-external')
  })

  test('behavior: takes up what happened before, and stops', async () => {
    const { kit } = testKit({ siwx: fakeSIWX() })
    stops.push(() => kit.destroy())
    await join(kit)
    await status(kit, 'needed')
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
  test('behavior: from the first view closes; Connect is not gone back to while connected', async () => {
    const { kit, scope, modal } = make()
    openModal(scope)
    scope.router.push({ name: 'what-is-a-wallet' })
    goBack(scope)
    expect(modal()).toBe('connect')
    goBack(scope)
    expect(modal()).toBe('closed')
    await join(kit)
    openModal(scope, { name: 'connect' })
    scope.router.push({ name: 'what-is-a-wallet' })
    goBack(scope)
    expect(modal()).toBe('account')
  })
})
