import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mainnet } from './networks/index.ts'
import type { KitOptions } from './options.ts'

let create: (options: Partial<KitOptions>) => void
let reportWithoutEffect: (name: string, instead: string) => void
const warn = vi.spyOn(console, 'warn').mockReturnValue()
const said = () => warn.mock.calls.map((values) => String(values[1]))

// New modules for each test: what was said once is not said again.
beforeEach(async () => {
  vi.resetModules()
  const { createKit } = await import('./createKit.ts')
  create = (options) => createKit({ projectId: 'p', networks: [mainnet], ...options }).destroy()
  reportWithoutEffect = (await import('./withoutEffect.ts')).reportWithoutEffect
})
afterEach(() => {
  vi.unstubAllEnvs()
  warn.mockClear()
})

describe('reportOptionsWithoutEffect', () => {
  test('behavior: nothing is said in production, and with logLevel silent', () => {
    create({ universalProvider: {}, features: { reownAuthentication: true }, logLevel: 'silent' })
    vi.stubEnv('NODE_ENV', 'production')
    create({ universalProvider: {}, features: { reownAuthentication: true } })
    expect(said()).toEqual([])
  })

  test('behavior: says once what an option or a feature without effect is replaced by', () => {
    const given: Partial<KitOptions> = {
      coinbasePreference: 'all',
      universalProvider: {},
      features: { smartSessions: false, pay: true, reownAuthentication: true, email: false },
    }
    create(given)
    create(given)
    expect(said()).toEqual([
      expect.stringMatching(/^`coinbasePreference` has no effect\. .*enableCoinbase/),
      expect.stringMatching(/^`universalProvider` has no effect\. .*open\(\{ uri \}\)/),
      expect.stringMatching(/^`features\.smartSessions` has no effect\. /),
      expect.stringMatching(/^`features\.pay` has no effect\. .*@portico\/react\/pay/),
      expect.stringMatching(/^`features\.reownAuthentication` has no effect\. .*DefaultSIWX/),
    ])
  })
})

describe('reportWithoutEffect', () => {
  test('behavior: says it once per name', () => {
    reportWithoutEffect('one', 'Use another.')
    reportWithoutEffect('one', 'Use another.')
    reportWithoutEffect('two', 'Use another.')
    expect(said()).toEqual(['`one` has no effect. Use another.', '`two` has no effect. Use another.'])
  })
})
