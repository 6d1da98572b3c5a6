import { describe, expect, test } from 'vitest'
import type { Account } from './createAccount.ts'
import { createGatewayAccess } from './createGatewayAccess.ts'
import { memoryStorage } from './memoryStorage.ts'
import { clientIdKey, forgetDevice } from './storedSession.ts'

function create({ storage = memoryStorage(), projectId = 'shop' } = {}) {
  const requests: URL[] = []
  const access = createGatewayAccess({
    account: {} as Account,
    server: { call: () => Promise.reject(new Error('A public route needs no session.')) },
    gatewayUrl: 'https://gateway.example',
    projectId,
    storage,
    async fetch(url) {
      requests.push(new URL(`${url}`))
      return Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' })
    },
  })
  return { access, requests, storage }
}

describe('createGatewayAccess', () => {
  test('behavior: public routes get the project ID and one stored ID of the installation', async () => {
    const { access, requests, storage } = create()
    await Promise.all([access.rpc('eip155:1', 'eth_chainId', []), access.gateway('/v1/prices')])
    const id = await storage.read(clientIdKey)
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(
      requests.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)]),
    ).toEqual([
      ['/v1/', { chainId: 'eip155:1', projectId: 'shop', clientId: id }],
      ['/v1/prices', { projectId: 'shop', clientId: id }],
    ])
    // The next page has the same ID, also after the visitor's data was deleted.
    await forgetDevice(storage)
    const next = create({ storage })
    await next.access.gateway('/v1/prices')
    expect(next.requests[0]?.searchParams.get('clientId')).toBe(id)
  })

  test('behavior: empty parameters are omitted, and storage that fails is no obstacle', async () => {
    const storage = memoryStorage()
    storage.read = () => Promise.reject(new Error('denied'))
    const { access, requests } = create({ storage, projectId: '' })
    await access.gateway('/v1/prices')
    expect(requests[0]?.search).toBe('')
  })
})
