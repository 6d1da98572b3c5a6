// @vitest-environment jsdom
import { connect, type Namespace } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { describe, expect, test } from 'vitest'
import { walletFeatures } from './walletFeatures.ts'

async function list(
  features: NonNullable<Parameters<typeof testKit>[0]>['features'] = {},
  change?: (namespace: Namespace) => Namespace,
  options: Parameters<typeof testKit>[0] = {},
) {
  const { kit } = testKit({ ...options, features: { onramp: false, swaps: false, ...features } })
  await connect(kit, { connectorId: 'dev.fake' })
  const namespace = kit.namespaces.get('eip155') as Namespace
  if (change) kit.namespaces.set('eip155', change(namespace))
  const ids = walletFeatures(kit, kit.store.getState()).map(({ id }) => id)
  kit.destroy()
  return ids
}

describe('walletFeatures', () => {
  test('behavior: the order of walletFeaturesOrder, without what is off', async () => {
    expect(await list()).toEqual(['receive', 'send'])
    expect(await list({ walletFeaturesOrder: ['send', 'receive', 'send'] })).toEqual(['send', 'receive'])
    expect(await list({ walletFeaturesOrder: ['send'] })).toEqual(['send'])
    expect(await list({ send: false })).toEqual(['receive'])
    expect(await list({ receive: false, send: false })).toEqual([])
  })

  test('behavior: without the part that sends, a namespace has no button to send', async () => {
    expect(await list({}, ({ transfers: _, ...namespace }) => namespace)).toEqual(['receive'])
  })

  test('behavior: swaps have a button if they are on, the namespace can swap and there is a gateway', async () => {
    const canSwap = (namespace: Namespace): Namespace => ({ ...namespace, swaps: async () => ({}) as never })
    const gateway = { gatewayUrl: 'https://gateway.example' }
    expect(await list({ swaps: true }, canSwap, gateway)).toContain('swaps')
    expect(await list({ swaps: false }, canSwap, gateway)).not.toContain('swaps')
    expect(await list({ swaps: true }, undefined, gateway)).not.toContain('swaps')
    expect(await list({ swaps: true }, canSwap)).not.toContain('swaps')
  })
})
