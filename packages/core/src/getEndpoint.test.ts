import { afterEach, describe, expect, test } from 'vitest'
import { getEndpoint } from './getEndpoint.ts'
import type { Kit } from './kit.ts'
import { testKit } from './testing/testKit.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
})
function urlsOf(options: Parameters<typeof testKit>[0]) {
  const { kit } = testKit(options)
  kits.push(kit)
  return { kit, urls: getEndpoint(kit, 'eip155:1')?.urls ?? [] }
}

describe('getEndpoint', () => {
  test('behavior: the application’s URLs, then the gateway at /v1/, then those of the network', () => {
    const { kit, urls } = urlsOf({
      projectId: 'shop',
      gatewayUrl: 'https://gateway.example',
      customRpcUrls: { 'eip155:1': [{ url: 'https://own.example' }], 'eip155:8453': [{ url: 'https://no' }] },
    })
    const [custom, gateway = '', ...others] = urls
    expect(custom).toBe('https://own.example')
    const { origin, pathname, searchParams } = new URL(gateway)
    expect([origin, pathname]).toEqual(['https://gateway.example', '/v1/'])
    expect(Object.fromEntries(searchParams)).toEqual({
      chainId: 'eip155:1',
      projectId: 'shop',
      clientId: kit.getClientId(),
    })
    const [network] = kit.store.getState().networks
    expect(others).toEqual(network?.rpcUrls.default?.http)
    expect(others.length).toBeGreaterThan(0)
  })

  test('behavior: without a gateway, a network that is not listed has none', () => {
    const { kit, urls } = urlsOf({})
    expect(urls).toEqual(kit.store.getState().networks[0]?.rpcUrls.default?.http)
    expect(getEndpoint(kit, 'eip155:424242')).toBeUndefined()
  })
})
