// @vitest-environment jsdom
import { testKit } from '@portico/core/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRouter } from '../modal/router.ts'
import { createTheme } from '../theme.ts'
import { startWalletConnect } from './startWalletConnect.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

/** Pairs over a relay that closes every connection with this reason. */
function pair(reason: string) {
  const urls: string[] = []
  class RefusingSocket extends EventTarget {
    constructor(url: string | URL) {
      super()
      urls.push(`${url}`)
      queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('close'), { code: 3000, reason })))
    }
    send() {}
    close() {}
  }
  vi.stubGlobal('WebSocket', RefusingSocket)
  const { kit } = testKit({ walletConnect: { relayUrl: 'wss://relay.test' } })
  const logged = vi.spyOn(kit.logger, 'error')
  const wc = startWalletConnect({ kit, router: createRouter(), theme: createTheme({}) })
  stops.push(() => {
    wc?.destroy()
    kit.destroy()
  })
  return { kit, logged, urls, pairing: wc?.connect({ onUri: () => {} }) }
}

describe('startWalletConnect', () => {
  test.each([
    ['Unauthorized: origin not allowed', { id: 'invalid-app-configuration', detail: location.origin }],
    ['Unauthorized: invalid key', { id: 'invalid-project-id', detail: location.origin }],
    ['JWT validation error: JWT Token is not yet valid', { id: 'session-expired', detail: location.origin }],
    ['Something else', undefined],
  ])(
    'error: a relay that refuses with %j is logged, and sets the alert of the reason',
    async (reason, alert) => {
      const { kit, logged, urls, pairing } = pair(reason)
      const error: unknown = await pairing?.catch((refusal: unknown) => refusal)
      expect(error).toMatchObject({ name: 'RelayRefusedError' })
      expect(logged.mock.calls).toEqual([['The relay refused the connection of this application.', error]])
      expect(kit.store.getState().alert).toEqual(alert)
      expect(urls).toEqual([expect.stringMatching(/^wss:\/\/relay\.test/)])
    },
  )
})
