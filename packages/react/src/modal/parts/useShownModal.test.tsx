// @vitest-environment jsdom

import { testKit } from '@portico/core/testing'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { KitContext } from '../../kit/KitContext.ts'
import { createTheme } from '../../theme.ts'
import { createRouter, currentView, type View, type ViewName } from '../router.ts'
import { useShownModal } from './useShownModal.ts'

let loaded: Set<ViewName>
let requested: ViewName[]
/** The code of the views that were asked for, until `finish` is called. */
let loading: Map<ViewName, { code: Promise<void>; resolve: () => void }>
function codeOf(name: ViewName): Promise<void> {
  const existing = loading.get(name)
  if (existing) return existing.code
  let resolve = () => {}
  const code = new Promise<void>((done) => {
    resolve = done
  })
  loading.set(name, { code, resolve })
  return code
}
function finish(name: ViewName): void {
  loaded.add(name)
  loading.get(name)?.resolve()
}

vi.mock('../views/getView.ts', () => ({
  isLoaded: (name: ViewName) => loaded.has(name),
  load: (name: ViewName) => codeOf(name),
  loadView: (name: ViewName) => {
    requested.push(name)
    return Promise.race([codeOf(name), new Promise<void>((resolve) => setTimeout(resolve, 400))])
  },
}))

beforeEach(() => {
  vi.useFakeTimers()
  loaded = new Set(['connect'])
  requested = []
  loading = new Map()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Name() {
  return <p>{currentView(useShownModal()).name}</p>
}

function show(view: View) {
  const { kit } = testKit()
  const router = createRouter()
  router.open(view)
  const { container } = render(
    <KitContext value={{ kit, router, theme: createTheme({}) }}>
      <Name />
    </KitContext>,
  )
  return { kit, router, shown: () => container.textContent }
}

describe('useShownModal', () => {
  test('behavior: the previous view stays until the next one is loaded', async () => {
    const { router, shown } = show({ name: 'connect' })
    act(() => router.push({ name: 'all-wallets' }))
    expect(shown()).toBe('connect')
    await act(async () => finish('all-wallets'))
    expect(shown()).toBe('all-wallets')
  })

  test('behavior: a loaded view is shown at once', () => {
    const { router, shown } = show({ name: 'connect' })
    loaded.add('networks')
    act(() => router.push({ name: 'networks' }))
    expect(shown()).toBe('networks')
  })

  test('behavior: a view that loads for longer than 400 ms is shown with its placeholder', async () => {
    const { router, shown } = show({ name: 'connect' })
    act(() => router.push({ name: 'all-wallets' }))
    await act(() => vi.advanceTimersByTimeAsync(399))
    expect(shown()).toBe('connect')
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(shown()).toBe('all-wallets')
  })

  test('behavior: a view that the visitor leaves before it is loaded is never shown', async () => {
    const { router, shown } = show({ name: 'connect' })
    act(() => router.push({ name: 'all-wallets' }))
    act(() => void router.back())
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(shown()).toBe('connect')
  })

  test('behavior: what follows is loaded once a wallet has been asked for 50 ms', async () => {
    const { kit } = show({ name: 'connect' })
    const following: ViewName[] = ['connecting-external', 'sign-message', 'account']
    await act(async () =>
      kit.store.setState({
        connections: { eip155: { status: 'connecting', connectorId: 'io.test', attempt: 1 } },
      } as never),
    )
    await act(() => vi.advanceTimersByTimeAsync(49))
    expect(requested).not.toEqual(expect.arrayContaining(following))
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(requested).toEqual(expect.arrayContaining(following))
  })
})
