import { testKit } from '@portico/core/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { KitScope } from '../kit/KitContext.ts'
import { createRouter } from '../modal/router.ts'
import { createTheme } from '../theme.ts'
import { featuresKey } from './featuresKey.ts'
import { loadStoredFeatures } from './loadStoredFeatures.ts'
import { watchFeatures } from './watchFeatures.ts'

const gatewayUrl = 'https://gateway.test'
const stops: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

interface Gateway {
  features: { id: string; isEnabled: boolean; config: string[] | null }[] | undefined
  requests: string[]
}

/** Starts a gateway that answers with `features`; with 404 if they are undefined. */
function serve(): Gateway {
  const gateway: Gateway = {
    features: [
      { id: 'social_login', isEnabled: true, config: ['google'] },
      { id: 'activity', isEnabled: false, config: null },
    ],
    requests: [],
  }
  vi.stubGlobal('fetch', async (url: URL) => {
    gateway.requests.push(`${url.pathname} ${url.searchParams.get('projectId')}`)
    const { features } = gateway
    return features ? Response.json({ features }) : Response.json({ code: 'not-found' }, { status: 404 })
  })
  return gateway
}

function setup(options: Parameters<typeof testKit>[0] = {}) {
  const gateway = serve()
  const made = testKit({ gatewayUrl, ...options })
  const { kit } = made
  const scope: KitScope = { kit, router: createRouter(), theme: createTheme({}) }
  stops.push(watchFeatures(scope), () => kit.destroy())
  const features = () => {
    const { email, socials, history } = kit.store.getState().settings.features
    return { email, socials: socials === false ? 0 : socials.length, history }
  }
  /** Lets the animation of opening or closing end, and what it starts. */
  const settle = async () => {
    await vi.advanceTimersByTimeAsync(300)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(0)
  }
  const open = () => {
    scope.router.open({ name: 'connect' })
    return settle()
  }
  const close = () => {
    scope.router.close()
    return settle()
  }
  return { ...made, gateway, scope, features, settle, open, close }
}

const initial = { email: true, socials: 7, history: true }

describe('watchFeatures', () => {
  test('behavior: requests the features once the modal is open, and never before', async () => {
    const { gateway, settle, open } = setup()
    await settle()
    expect(gateway.requests).toEqual([])
    await open()
    expect(gateway.requests).toEqual(['/appkit/v1/config test'])
  })

  test('behavior: an open modal does not change; the features apply from its next opening on', async () => {
    const { features, open, close } = setup()
    await open()
    expect(features()).toEqual(initial)
    await close()
    expect(features()).toEqual({ email: false, socials: 1, history: false })
  })

  test('behavior: the first visit does not wait for the social logins; a later one does not change while it is open', async () => {
    const { gateway, kit, open, close } = setup()
    const offered = () => kit.store.getState().offeredSocials
    await open()
    expect(offered()).toEqual(['google'])
    await close()
    gateway.features = []
    await vi.advanceTimersByTimeAsync(300_000)
    await open()
    expect(offered()).toEqual(['google'])
    await close()
    expect(offered()).toEqual([])
  })

  test('behavior: the application’s options win', async () => {
    const { features, open, close } = setup({ features: { email: true } })
    await open()
    await close()
    expect(features()).toEqual({ email: true, socials: 1, history: false })
  })

  test('behavior: requests them at most every five minutes, and follows the operator’s changes', async () => {
    const { gateway, features, open, close } = setup()
    await open()
    await close()
    gateway.features = []
    await open()
    await close()
    expect(gateway.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(300_000)
    await open()
    await close()
    expect(gateway.requests).toHaveLength(2)
    expect(features()).toEqual(initial)
  })

  test('behavior: the next visit starts with the stored features, before it asks', async () => {
    const { storage, open, close } = setup()
    await open()
    await close()
    expect(storage.entries.has(featuresKey)).toBe(true)
    const next = setup({ storage })
    expect(next.features()).toEqual(initial)
    await loadStoredFeatures(next.scope)
    expect(next.features()).toEqual({ email: false, socials: 1, history: false })
    expect(next.gateway.requests).toEqual([])
  })

  test('behavior: a modal opened and closed at once sends no request', async () => {
    const { gateway, scope, close } = setup()
    scope.router.open({ name: 'connect' })
    await close()
    expect(gateway.requests).toEqual([])
  })

  test('error: without an answer the application’s options and the defaults stay', async () => {
    const { gateway, features, open, close, storage } = setup({ features: { history: false } })
    gateway.features = undefined
    await open()
    await close()
    expect(gateway.requests).toHaveLength(1)
    expect(features()).toEqual({ ...initial, history: false })
    expect(storage.entries.has(featuresKey)).toBe(false)
  })

  test('behavior: without a gateway no request is sent', async () => {
    const { gateway, features, open, close } = setup({ gatewayUrl: undefined })
    await open()
    await close()
    expect(gateway.requests).toEqual([])
    expect(features()).toEqual(initial)
  })
})
