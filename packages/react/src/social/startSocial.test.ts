// @vitest-environment jsdom
import { testKit } from '@portico/core/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRouter, currentView } from '../modal/router.ts'
import { createTheme } from '../theme.ts'
import { startSocial } from './startSocial.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

/** Starts a login at Google on Connect. The code of its view has not loaded. */
function start() {
  const close = vi.fn()
  vi.stubGlobal(
    'open',
    vi.fn(() => ({ close })),
  )
  const { kit } = testKit({ walletUrl: 'https://wallet.test' })
  stops.push(() => kit.destroy())
  const router = createRouter()
  router.open({ name: 'connect' })
  startSocial({ kit, router, theme: createTheme({}) }, 'google')
  return { close, router }
}

describe('startSocial', () => {
  test('behavior: inside another app no window is opened, and the tab itself goes to the provider', () => {
    vi.stubGlobal('TelegramWebviewProxy', {})
    const { router } = start()
    expect(window.open).not.toHaveBeenCalled()
    expect(currentView(router.store.getState())).toMatchObject({
      name: 'connecting-social',
      isRedirect: true,
    })
  })

  test('behavior: opens the window in the click, and keeps it while the modal shows its view', () => {
    const { close, router } = start()
    expect(window.open).toHaveBeenCalledOnce()
    router.showSnack({ kind: 'error', text: 'error.unknown' })
    expect(close).not.toHaveBeenCalled()
  })

  test.each<[string, (router: ReturnType<typeof start>['router']) => void]>([
    ['going back', (router) => router.back()],
    ['closing the modal', (router) => router.close()],
  ])('behavior: %s closes the window, also before the view has loaded', (_, leave) => {
    const { close, router } = start()
    leave(router)
    expect(close).toHaveBeenCalledOnce()
  })
})
