// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../actions/connect.ts'
import type { Kit } from '../kit.ts'
import { ada } from '../testing/fakeNamespace.ts'
import { testKit, until } from '../testing/testKit.ts'
import { createSIWEConfig } from './createSIWEConfig.ts'
import type { SIWEConfig, SIWESession } from './SIWEClient.ts'
import { signIn } from './signIn.ts'

const kits: Kit[] = []
let visibility: DocumentVisibilityState
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function show(next: DocumentVisibilityState): Promise<void> {
  visibility = next
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
}

/** Signs in at a server of the application, and counts the requests for the session from then on. */
async function signedIn(config: Partial<SIWEConfig> = {}) {
  const server: { session: SIWESession | null; isDown: boolean } = { session: null, isDown: false }
  const getSession = vi.fn(async () => {
    if (server.isDown) throw new Error('down')
    return server.session
  })
  const siweConfig = createSIWEConfig({
    getNonce: async () => 'nonce12345678',
    getMessageParams: async () => ({ domain: 'app.test', uri: 'https://app.test', chains: [1] }),
    createMessage: ({ nonce }) => nonce,
    async verifyMessage() {
      server.session = { address: ada, chainId: 1 }
      return true
    },
    getSession,
    signOut: async () => true,
    ...config,
  })
  const { kit } = testKit({ siweConfig })
  kits.push(kit)
  await connect(kit, { connectorId: 'dev.fake' })
  await until(kit, (state) => state.signIn.status === 'needed')
  expect(vi.getTimerCount()).toBe(0)
  await signIn(kit)
  const status = () => kit.store.getState().signIn.status
  expect(status()).toBe('signed-in')
  getSession.mockClear()
  // The code of the timer is loaded once the visitor has signed in.
  await vi.dynamicImportSettled()
  return { kit, server, getSession, status }
}

describe('recheckSession', () => {
  test.each([
    ['five minutes', undefined, 300_000],
    ['sessionRefetchIntervalMs', 20_000, 20_000],
  ])(
    'param: after %s the session is read again, and one that is gone ends the sign-in',
    async (_, sessionRefetchIntervalMs, interval) => {
      const { kit, server, getSession, status } = await signedIn({ sessionRefetchIntervalMs })
      await vi.advanceTimersByTimeAsync(interval - 1)
      expect(getSession).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(getSession).toHaveBeenCalledTimes(1)
      expect(status()).toBe('signed-in')
      server.session = null
      await vi.advanceTimersByTimeAsync(interval)
      await until(kit, (state) => state.signIn.status === 'needed')
      expect(getSession).toHaveBeenCalledTimes(2)
      // Nobody is signed in any more: there is no session to read.
      await vi.advanceTimersByTimeAsync(3 * interval)
      expect(getSession).toHaveBeenCalledTimes(2)
      await signIn(kit)
      await vi.advanceTimersByTimeAsync(interval)
      expect(getSession).toHaveBeenCalledTimes(3)
    },
  )

  test('behavior: a hidden page waits, and reads the session once when it is shown again', async () => {
    const { getSession } = await signedIn()
    await show('hidden')
    await vi.advanceTimersByTimeAsync(3 * 300_000)
    expect(getSession).not.toHaveBeenCalled()
    await show('visible')
    expect(getSession).toHaveBeenCalledTimes(1)
    await show('hidden')
    await show('visible')
    expect(getSession).toHaveBeenCalledTimes(1)
  })

  test('error: a server that cannot be reached keeps the visitor signed in, until it answers', async () => {
    const { kit, server, status, getSession } = await signedIn()
    const warn = vi.spyOn(kit.logger, 'warn')
    server.isDown = true
    await vi.advanceTimersByTimeAsync(300_000)
    expect(warn).toHaveBeenCalledExactlyOnceWith('The session could not be read again.', new Error('down'))
    expect(status()).toBe('signed-in')
    expect(kit.store.getState().connections.eip155?.status).toBe('connected')
    server.isDown = false
    server.session = null
    await vi.advanceTimersByTimeAsync(300_000)
    await until(kit, (state) => state.signIn.status === 'needed')
    expect(getSession).toHaveBeenCalledTimes(2)
  })

  test('behavior: nothing is asked after the kit was destroyed', async () => {
    const { kit, getSession } = await signedIn()
    expect(vi.getTimerCount()).toBe(1)
    kit.destroy()
    expect(vi.getTimerCount()).toBe(0)
    await show('hidden')
    await show('visible')
    expect(getSession).not.toHaveBeenCalled()
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    'param: sessionRefetchIntervalMs %s reads it never again',
    async (sessionRefetchIntervalMs) => {
      const { kit, getSession } = await signedIn({ sessionRefetchIntervalMs })
      expect(vi.getTimerCount()).toBe(0)
      await show('hidden')
      await show('visible')
      expect(getSession).not.toHaveBeenCalled()
      expect(kit.store.getState().signIn.status).toBe('signed-in')
    },
  )
})
