import { updateSettings } from '@portico/core'
import { defaultFeatures } from '@portico/core/internal'
import { testKit } from '@portico/core/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { applyFeatures } from './applyFeatures.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function setup(options: Parameters<typeof testKit>[0] = {}) {
  const { kit } = testKit(options)
  stops.push(() => kit.destroy())
  return { kit, features: () => kit.store.getState().settings.features }
}

/** For each feature a value that is not the default. */
const configured = {
  email: false,
  socials: ['google'],
  swaps: false,
  onramp: false,
  history: false,
  headless: true,
}

describe('applyFeatures', () => {
  test('behavior: the operator’s features fill what the application left unset', () => {
    const { kit, features } = setup()
    applyFeatures(kit, configured)
    expect(features()).toEqual({ ...defaultFeatures, ...configured })
  })

  test.each(Object.keys(configured) as (keyof typeof configured)[])(
    'behavior: %s of the application’s options wins, also if it is the default',
    (name) => {
      const { kit, features } = setup({ features: { [name]: defaultFeatures[name] } })
      applyFeatures(kit, configured)
      expect(features()).toEqual({ ...defaultFeatures, ...configured, [name]: defaultFeatures[name] })
    },
  )

  test.each(Object.keys(configured) as (keyof typeof configured)[])(
    'behavior: %s that the application sets while the kit runs wins',
    (name) => {
      const { kit, features } = setup()
      updateSettings(kit, { features: { [name]: defaultFeatures[name] } })
      applyFeatures(kit, configured)
      expect(features()).toEqual({ ...defaultFeatures, ...configured, [name]: defaultFeatures[name] })
    },
  )

  test('behavior: social logins that the operator has not set up are not offered, whatever the application wants', () => {
    const { kit, features } = setup({ features: { socials: ['x', 'google'] } })
    expect(kit.store.getState().offeredSocials).toBeUndefined()
    applyFeatures(kit, { socials: ['google', 'farcaster'] })
    expect(features().socials).toEqual(['x', 'google'])
    expect(kit.store.getState().offeredSocials).toEqual(['google', 'farcaster'])
    applyFeatures(kit, {})
    expect(kit.store.getState().offeredSocials).toEqual([])
  })

  test('behavior: an undefined option is unset', () => {
    const { kit, features } = setup({ features: { email: undefined } as object })
    updateSettings(kit, { features: { email: undefined } as object })
    applyFeatures(kit, configured)
    expect(features().email).toBe(false)
  })

  test('behavior: what the operator no longer configures has its default again', () => {
    const { kit, features } = setup({ features: { receive: false } })
    applyFeatures(kit, configured)
    applyFeatures(kit, { history: false })
    expect(features()).toEqual({ ...defaultFeatures, receive: false, history: false })
  })
})
