import { afterEach, describe, expect, test, vi } from 'vitest'
import { createKit } from './createKit.ts'
import { mainnet } from './networks/index.ts'
import type { KitOptions } from './options.ts'
import { reportWithoutEffect } from './withoutEffect.ts'

const create = (options: Partial<KitOptions>) =>
  createKit({ projectId: 'p', networks: [mainnet], ...options }).destroy()
const warn = vi.spyOn(console, 'warn').mockReturnValue()
const said = () => warn.mock.calls.map((values) => String(values[1]))

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
