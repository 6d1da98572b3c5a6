import { RpcError } from '@portico/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Account } from './createAccount.ts'
import { createGatewayAccess } from './createGatewayAccess.ts'
import { memoryStorage } from './memoryStorage.ts'
import type { PartitionStorage } from './PartitionStorage.ts'
import { clientIdKey, forgetDevice } from './storedSession.ts'

interface Options {
  storage?: PartitionStorage
  projectId?: string
  fetch?: () => Promise<Response>
}

function create({ storage = memoryStorage(), projectId = 'shop', fetch = async () => ok() }: Options = {}) {
  const requests: URL[] = []
  const access = createGatewayAccess({
    account: {} as Account,
    server: { call: () => Promise.reject(new Error('A public route needs no session.')) },
    gatewayUrl: 'https://gateway.example',
    projectId,
    storage,
    async fetch(url) {
      requests.push(new URL(`${url}`))
      return fetch()
    },
  })
  return { access, requests, storage }
}

/** Makes two calls of each kind that get these responses, the last one repeatedly. Returns results and times of requests. */
async function call(...responses: (() => Response)[]) {
  vi.useFakeTimers()
  const run = async (ask: (access: ReturnType<typeof create>['access']) => Promise<unknown>) => {
    const queue = [...responses]
    const times: number[] = []
    const start = Date.now()
    const { access } = create({
      fetch: async () => {
        times.push(Date.now() - start)
        return ((queue.length > 1 ? queue.shift() : queue[0]) as () => Response)()
      },
    })
    const asking = ask(access).catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    return { result: await asking, times }
  }
  return {
    rpc: await run(({ rpc }) => rpc('eip155:1', 'eth_chainId', [])),
    data: await run(({ gateway }) => gateway('/v1/fungible/price', { method: 'POST', body: {} })),
  }
}
afterEach(() => void vi.useRealTimers())

const rpcError = (code: number, status = 200, headers = {}) =>
  Response.json({ jsonrpc: '2.0', id: 1, error: { code, message: 'x' } }, { status, headers })
const problem = (status: number, more = {}) =>
  Response.json({ type: 'about:blank', title: 'x', status, code: 'x', ...more }, { status })
const ok = () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' })

describe('createGatewayAccess', () => {
  test('behavior: requests are repeated three times, after 150, 300 and 600 ms', async () => {
    for (const broken of [() => problem(503), () => new Response('<html>', { status: 502 })]) {
      const failed = await call(broken)
      expect(failed.rpc.times).toEqual([0, 150, 450, 1050])
      expect(failed.data.times).toEqual([0, 150, 450, 1050])
      expect(failed.rpc.result).toMatchObject({ name: expect.stringMatching(/^Server(Unreachable)?Error$/) })
      const recovered = await call(broken, ok)
      expect(recovered.rpc).toEqual({ result: '0x1', times: [0, 150] })
    }
    const refused = await call(() => problem(400))
    expect([refused.rpc.times, refused.data.times]).toEqual([[0], [0]])
  })

  test.each([
    ['an internal error', () => rpcError(-32603), [0, 150]],
    ['too many requests', () => rpcError(-32005, 429, { 'retry-after': '2' }), [0, 2000]],
    ['a problem that says when', () => problem(429, { retryAfter: 3 }), [0, 3000]],
    ['a problem that says much later', () => problem(429, { retryAfter: 60 }), [0]],
  ])('behavior: repeated after %s', async (_, response, times) => {
    expect((await call(response, ok)).rpc.times).toEqual(times)
  })

  test('error: the answer of a node is not repeated', async () => {
    const { rpc } = await call(() => rpcError(3))
    expect(rpc.times).toEqual([0])
    expect(rpc.result).toBeInstanceOf(RpcError)
    expect(rpc.result).toMatchObject({ rpcCode: 3 })
  })

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

  test('behavior: the bundler gets the session and the project ID, once', async () => {
    const calls: object[] = []
    const { gateway } = createGatewayAccess({
      account: { token: async () => 'token' } as unknown as Account,
      server: {
        async call(request) {
          calls.push(request)
          throw new Error('unreachable')
        },
      },
      gatewayUrl: 'https://gateway.example',
      projectId: 'a shop',
      storage: memoryStorage(),
      fetch: () => Promise.reject(new Error('A route with a session is called by the client of the server.')),
    })
    const sent = gateway('/v1/bundler?chainId=eip155%3A1', { method: 'POST', body: { method: 'x' } })
    await expect(sent).rejects.toThrow('unreachable')
    expect(calls).toMatchObject([
      {
        ...{
          path: '/v1/bundler?chainId=eip155%3A1&projectId=a%20shop',
          method: 'POST',
          accessToken: 'token',
        },
        body: { method: 'x' },
      },
    ])
  })

  test('behavior: empty parameters are omitted, and storage that fails is no obstacle', async () => {
    const storage = memoryStorage()
    storage.read = () => Promise.reject(new Error('denied'))
    const { access, requests } = create({ storage, projectId: '' })
    await access.gateway('/v1/prices')
    expect(requests[0]?.search).toBe('')
  })
})
