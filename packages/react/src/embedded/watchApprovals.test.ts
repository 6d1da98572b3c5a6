// @vitest-environment jsdom
import { cancelSignIn, connect, signIn } from '@portico/core'
import type { Embedded, EmbeddedState } from '@portico/core/embedded'
import { fakeSIWX, testKit, until } from '@portico/core/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { KitScope } from '../kit/KitContext.ts'
import { watchEffects } from '../modal/effects.ts'
import { closeModal, openModal, requestClose } from '../modal/modalActions.ts'
import { createRouter, currentView } from '../modal/router.ts'
import { createTheme } from '../theme.ts'
import { watchApprovals } from './watchApprovals.ts'

const stops: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const stop of stops.splice(0)) stop()
})

function make(options: Parameters<typeof testKit>[0] = {}) {
  const made = testKit(options)
  const scope: KitScope = { kit: made.kit, router: createRouter(), theme: createTheme({}) }
  const ask = (...methods: string[]) =>
    show({ requests: methods.map((method, i) => ({ id: `${i}`, method })) })
  const show = (part: Partial<EmbeddedState>) =>
    made.kit.store.setState({
      embedded: {
        email: 'ada@example.org',
        login: { step: 'none' },
        requests: [],
        surface: { view: 'none', height: 0 },
        ...part,
      },
    })
  const abortRequests = vi.fn(() => ask())
  stops.push(watchEffects(scope), watchApprovals(scope, { abortRequests } as unknown as Embedded), () =>
    made.kit.destroy(),
  )
  const views = () => {
    const state = scope.router.store.getState()
    return state.open ? state.stack.map(({ name }) => name) : 'closed'
  }
  return { ...made, scope, router: scope.router, ask, show, views, abortRequests }
}

describe('watchApprovals', () => {
  test('behavior: a question opens the modal, its answer closes it', () => {
    const { ask, views } = make()
    ask('personal_sign')
    expect(views()).toEqual(['approve-transaction'])
    ask('personal_sign', 'eth_sendTransaction')
    expect(views()).toEqual(['approve-transaction'])
    ask('eth_sendTransaction')
    expect(views()).toEqual(['approve-transaction'])
    ask()
    expect(views()).toBe('closed')
  })

  test('behavior: over another view it is laid, and taken away', () => {
    const { ask, views, router } = make()
    router.open({ name: 'account' })
    ask('personal_sign')
    expect(views()).toEqual(['account', 'approve-transaction'])
    ask()
    expect(views()).toEqual(['account'])
  })

  test('behavior: the wallet asks whether this page may know the account', () => {
    const { show, views } = make()
    show({ surface: { view: 'connect', height: 300 } })
    expect(views()).toEqual(['approve-transaction'])
    show({ surface: { view: 'none', height: 0 } })
    expect(views()).toBe('closed')
    // A code has a view of its own.
    show({ surface: { view: 'code', height: 300 } })
    expect(views()).toBe('closed')
  })

  test('behavior: closing says no to what is open', () => {
    const { ask, scope, abortRequests, views } = make()
    ask('personal_sign')
    requestClose(scope)
    expect(abortRequests).toHaveBeenCalledOnce()
    expect(views()).toBe('closed')
    ask('personal_sign')
    expect(views()).toEqual(['approve-transaction'])
  })

  test('behavior: going back is a no too', () => {
    const { ask, router, views, abortRequests } = make()
    router.open({ name: 'account' })
    ask('personal_sign')
    router.back()
    expect(abortRequests).toHaveBeenCalledOnce()
    expect(views()).toEqual(['account'])
  })

  test('behavior: signing in by it comes back to signing in, then closes', async () => {
    const { kit, wallet, ask, views } = make({ siwx: fakeSIWX() })
    await connect(kit, { connectorId: 'dev.fake' })
    await until(kit, (state) => state.signIn.status === 'needed')
    expect(views()).toEqual(['sign-message'])
    wallet.sign = async () => {
      ask('personal_sign')
      expect(views()).toEqual(['sign-message', 'approve-transaction'])
      ask()
      return '0x1234'
    }
    await signIn(kit)
    expect(views()).toBe('closed')
  })

  test('behavior: without a required session neither view can be closed', async () => {
    const { kit, scope, ask, views } = make({ siwx: fakeSIWX({ required: true }) })
    await connect(kit, { connectorId: 'dev.fake' })
    await until(kit, (state) => state.signIn.status === 'needed')
    ask('personal_sign')
    requestClose(scope)
    expect(views()).toEqual(['sign-message', 'approve-transaction'])
    ask()
    requestClose(scope)
    expect(views()).toEqual(['sign-message'])
    await cancelSignIn(kit)
  })

  test('behavior: a method that is not allowed opens the modal and says so after 300 ms', () => {
    vi.useFakeTimers()
    const { kit, views, router, scope } = make()
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
})
