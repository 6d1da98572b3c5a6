import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Kit } from '../../kit.ts'
import { ada, testKit } from '../../testing/index.ts'
import { authConnectorId, type Embedded, startEmbedded } from '../index.ts'
import { fakeFrame } from './fakeFrame.ts'

export const walletUrl = 'http://wallet.localhost:4402'
export const email = 'ada@example.org'
export const user = {
  email,
  address: ada,
  chainId: 'eip155:1',
  accounts: [{ address: ada, type: 'eoa' }],
  preferredAccountType: 'eoa',
}

/** Waits until something is there. */
export const until = (isThere: () => boolean) => vi.waitFor(() => expect(isThere()).toBe(true))

/** Registers the hooks that the tests of the embedded wallet share, and returns functions that start it. */
export function prepareEmbedded() {
  const kits: Kit[] = []
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    for (const kit of kits.splice(0)) kit.destroy()
    document.body.replaceChildren()
  })

  function setup(options: Parameters<typeof testKit>[0] = {}) {
    const made = testKit({ walletUrl, ...options })
    kits.push(made.kit)
    const frame = fakeFrame()
    frame.answers.set('GET_USER', () => user)
    frame.answers.set('IS_CONNECTED', () => ({ isConnected: true }))
    frame.answers.set('SET_PREFERRED_ACCOUNT', () => ({ type: 'eoa', address: ada }))
    const onCloseRequested = vi.fn<() => void>()
    const embedded = startEmbedded(made.kit, { mount: frame.mount, onCloseRequested }) as Embedded
    const state = () => made.kit.store.getState()
    return { ...made, frame, embedded, state, onCloseRequested }
  }

  /** Logs in on a known device. */
  async function loggedIn(options: Parameters<typeof testKit>[0] = {}) {
    const made = setup(options)
    made.frame.answers.set('CONNECT_EMAIL', () => ({ action: 'CONNECT' }))
    await made.embedded.logIn(email)
    const provider = made.kit.connectors.get(`eip155:${authConnectorId}`)?.getProvider() as {
      request(parameters: { method: string; params?: unknown }): Promise<unknown>
    }
    return { ...made, provider }
  }

  return { kits, setup, loggedIn }
}
