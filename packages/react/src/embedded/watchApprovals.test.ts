// @vitest-environment jsdom
import { cancelSignIn, connect, signIn } from '@portico/core'
import type { Embedded, EmbeddedState } from '@portico/core/embedded'
import { fakeSIWX, testKit, until } from '@portico/core/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { KitScope } from '../kit/KitContext.ts'
import { closeModal } from '../modal/closeModal.ts'
import { watchEffects } from '../modal/effects.ts'
import { openModal, requestClose } from '../modal/modalActions.ts'
import { createRouter, currentView } from '../modal/router.ts'
import { createTheme } from '../theme.ts'
import { watchApprovals } from './watchApprovals.ts'

const stops: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const stop of stops.splice(0)) stop()
})

function setup(options: Parameters<typeof testKit>[0] = {}) {
  const made = testKit(options)
  const scope: KitScope = { kit: made.kit, router: createRouter(), theme: createTheme({}) }
  const request = (...methods: string[]) =>
    setEmbedded({ requests: methods.map((method, i) => ({ id: `${i}`, method })) })
  const setEmbedded = (part: Partial<EmbeddedState>) =>
    made.kit.store.setState({
      embedded: {
        email: 'ada@example.org',
        login: { step: 'none' },
        requests: [],
        surface: { view: 'none', height: 0 },
        ...part,
      },
    })
  const abortRequests = vi.fn(() => request())
  stops.push(watchEffects(scope), watchApprovals(scope, { abortRequests } as unknown as Embedded), () =>
    made.kit.destroy(),
  )
  const views = () => {
    const state = scope.router.store.getState()
    return state.open ? state.stack.map(({ name }) => name) : 'closed'
  }
  return { ...made, scope, router: scope.router, request, setEmbedded, views, abortRequests }
}

describe('watchApprovals', () => {
  test('behavior: a request opens the modal, and the last answer closes it', () => {
    const { request, views } = setup()
    request('personal_sign')
    expect(views()).toEqual(['approve-transaction'])
    request('personal_sign', 'eth_sendTransaction')
    expect(views()).toEqual(['approve-transaction'])
    request('eth_sendTransaction')
    expect(views()).toEqual(['approve-transaction'])
    request()
    expect(views()).toBe('closed')
  })

  test('behavior: the view is pushed over another one and removed again', () => {
    const { request, views, router } = setup()
    router.open({ name: 'account' })
    request('personal_sign')
    expect(views()).toEqual(['account', 'approve-transaction'])
    request()
    expect(views()).toEqual(['account'])
  })

  test('behavior: opens when the wallet asks to share the account with this page', () => {
    const { setEmbedded, views } = setup()
    setEmbedded({ surface: { view: 'connect', height: 300 } })
    expect(views()).toEqual(['approve-transaction'])
    setEmbedded({ surface: { view: 'none', height: 0 } })
    expect(views()).toBe('closed')
    // Entering a code has its own view.
    setEmbedded({ surface: { view: 'code', height: 300 } })
    expect(views()).toBe('closed')
  })

  test('behavior: closing the modal rejects pending requests', () => {
    const { request, scope, abortRequests, views } = setup()
    request('personal_sign')
    requestClose(scope)
    expect(abortRequests).toHaveBeenCalledOnce()
    expect(views()).toBe('closed')
    request('personal_sign')
    expect(views()).toEqual(['approve-transaction'])
  })

  test('behavior: going back rejects pending requests', () => {
    const { request, router, views, abortRequests } = setup()
    router.open({ name: 'account' })
    request('personal_sign')
    router.back()
    expect(abortRequests).toHaveBeenCalledOnce()
    expect(views()).toEqual(['account'])
  })

  test('behavior: signing in with it returns to the sign-in view, then closes', async () => {
    const { kit, wallet, request, views } = setup({ siwx: fakeSIWX() })
    await connect(kit, { connectorId: 'dev.fake' })
    await until(kit, (state) => state.signIn.status === 'needed')
    expect(views()).toEqual(['sign-message'])
    wallet.sign = async () => {
      request('personal_sign')
      expect(views()).toEqual(['sign-message', 'approve-transaction'])
      request()
      return '0x1234'
    }
    await signIn(kit)
    // The sign-in view says for a moment that the visitor is signed in.
    await vi.waitFor(() => expect(views()).toBe('closed'))
  })

  test('behavior: neither view can be closed while a required session is missing', async () => {
    const { kit, scope, request, views } = setup({ siwx: fakeSIWX({ required: true }) })
    await connect(kit, { connectorId: 'dev.fake' })
    await until(kit, (state) => state.signIn.status === 'needed')
    request('personal_sign')
    requestClose(scope)
    expect(views()).toEqual(['sign-message', 'approve-transaction'])
    request()
    requestClose(scope)
    expect(views()).toEqual(['sign-message'])
    await cancelSignIn(kit)
  })

  test('behavior: after the last answer a missing required session is asked for, also in a modal opened for the request', async () => {
    const { kit, router, request, views } = setup({ siwx: fakeSIWX({ required: true }) })
    await connect(kit, { connectorId: 'dev.fake' })
    await until(kit, (state) => state.signIn.status === 'needed')
    router.close()
    request('personal_sign')
    expect(views()).toEqual(['approve-transaction'])
    request()
    expect(views()).toEqual(['sign-message'])
  })

  test('behavior: a method that is not allowed opens the modal and shows a message after 300 ms', () => {
    vi.useFakeTimers()
    const { kit, views, router, scope } = setup()
    kit.events.emit({ type: 'notice', notice: 'method-not-allowed' })
    expect(views()).toEqual(['connect'])
    vi.advanceTimersByTime(299)
    expect(router.store.getState().snack).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(router.store.getState().snack).toMatchObject({ kind: 'error', text: 'notice.methodNotAllowed' })
    closeModal(scope)
    openModal(scope)
    expect(currentView(router.store.getState()).name).toBe('connect')
  })

  test('behavior: the message is not lost when the rejected requests close the modal', () => {
    vi.useFakeTimers()
    const { kit, request, views, router } = setup()
    request('personal_sign')
    kit.events.emit({ type: 'notice', notice: 'method-not-allowed' })
    request()
    expect(views()).toBe('closed')
    vi.advanceTimersByTime(300)
    expect(views()).toEqual(['connect'])
    expect(router.store.getState().snack).toBeUndefined()
    vi.advanceTimersByTime(300)
    expect(router.store.getState().snack).toMatchObject({ text: 'notice.methodNotAllowed' })
  })

  test('behavior: a message is not shown late, when the modal is opened the next time', () => {
    const { kit, scope, router } = setup()
    for (const notice of ['signature-declined', 'auth-init-failed'] as const)
      kit.events.emit({ type: 'notice', notice })
    openModal(scope)
    expect(router.store.getState().snack).toBeUndefined()
  })

  test('behavior: the modal is opened again once only, and never shows the message later', () => {
    vi.useFakeTimers()
    const { kit, views, router, scope } = setup()
    kit.events.emit({ type: 'notice', notice: 'method-not-allowed' })
    closeModal(scope)
    vi.advanceTimersByTime(300)
    expect(views()).toEqual(['connect'])
    closeModal(scope)
    vi.advanceTimersByTime(10_000)
    expect(views()).toBe('closed')
    openModal(scope)
    expect(router.store.getState().snack).toBeUndefined()
  })
})
