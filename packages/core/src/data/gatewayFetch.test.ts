import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gatewayErrors } from '@portico/protocol/gateway'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { testKit } from '../testing/testKit.ts'
import { gatewayFetch } from './gatewayFetch.ts'

const servers: Server[] = []
const stop = (server: Server) =>
  new Promise<void>((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(servers.splice(0).map(stop))
})

async function gateway(handler: RequestListener, port = 0) {
  const server = createServer(handler)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return { server, port: own, url: `http://127.0.0.1:${own}` }
}
const schema = z.object({ ok: z.boolean() })
const ask = (kit: ReturnType<typeof testKit>['kit'], extra = {}) =>
  gatewayFetch(kit, { path: '/v1/thing', schema, ...extra })
const answering =
  (status: number, body: string, type = 'application/json'): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  }
/** Makes the delays between retries pass at once, and returns them (ms). */
function skipDelays(): number[] {
  const delays: number[] = []
  const { setTimeout } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    fire: () => void,
    ms: number,
    ...rest: unknown[]
  ) => {
    // The timers of `fetch` itself pass a third argument.
    if (rest.length > 0) return setTimeout(fire, ms, ...rest)
    delays.push(ms)
    return setTimeout(fire)
  }) as never)
  return delays
}
const kitOf = (gatewayUrl: string) => testKit({ gatewayUrl }).kit
const reachable = (kit: ReturnType<typeof kitOf>) => kit.store.getState().gatewayReachable

describe('gatewayFetch', () => {
  test('behavior: adds projectId and clientId, and omits empty values', async () => {
    const requests: string[] = []
    const { url } = await gateway((request, response) => {
      requests.push(request.url ?? '')
      answering(200, '{"ok":true,"more":1}')(request, response)
    })
    const kit = kitOf(url)
    expect(reachable(kit)).toBeUndefined()
    const query = { chainId: 'eip155:1', cursor: '', currency: undefined }
    expect(await ask(kit, { query })).toEqual({ ok: true })
    const { pathname, searchParams } = new URL(requests[0] ?? '', url)
    expect(pathname).toBe('/v1/thing')
    expect(Object.fromEntries(searchParams)).toEqual({
      chainId: 'eip155:1',
      projectId: 'test',
      clientId: kit.getClientId(),
    })
    expect(reachable(kit)).toBe(true)
  })

  test.each([
    [{}, 'GET', ''],
    [{ body: { a: 1 } }, 'POST', '{"a":1}'],
    [{ method: 'POST' }, 'POST', ''],
    [{ method: 'PUT', body: { a: 1 } }, 'PUT', '{"a":1}'],
    [{ method: 'DELETE' }, 'DELETE', ''],
    [{ method: 'DELETE', body: [] }, 'DELETE', '[]'],
  ])('param: method and body: %j is sent as %s %s', async (parameters, method, body) => {
    const requests: [string | undefined, string][] = []
    const { url } = await gateway(async (request, response) => {
      let received = ''
      for await (const chunk of request) received += chunk
      requests.push([request.method, received])
      answering(200, '{"ok":true}')(request, response)
    })
    expect(await ask(kitOf(url), parameters)).toEqual({ ok: true })
    expect(requests).toEqual([[method, body]])
  })

  test('param: responseType: a blob has the bytes and the type, and errors are still problems', async () => {
    const bytes = Buffer.from([0x89, 0x50, 0, 255])
    const { url } = await gateway((request, response) => {
      if (request.url?.startsWith('/missing'))
        return answering(404, '{"title":"x","status":404,"code":"not-found","type":"about:blank"}')(
          request,
          response,
        )
      response.writeHead(200, { 'content-type': 'image/png' }).end(bytes)
    })
    const read = (path: string) =>
      gatewayFetch(kitOf(url), { path, schema: z.instanceof(Blob), responseType: 'blob' })
    const blob = await read('/v1/image')
    expect(blob.type).toBe('image/png')
    expect(Buffer.from(await blob.arrayBuffer())).toEqual(bytes)
    await expect(read('/missing')).rejects.toMatchObject({ status: 404, code: 'not-found' })
  })

  test.each([
    ['origin-not-allowed', 'invalid-app-configuration'],
    ['jwt-not-yet-valid', 'session-expired'],
    ['invalid-key', 'invalid-project-id'],
  ] as const)('error: %s is a GatewayError and the alert %s', async (code, alert) => {
    const body = {
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      code,
      detail: gatewayErrors[code],
    }
    const { url } = await gateway(answering(401, JSON.stringify(body), 'application/problem+json'))
    const kit = kitOf(url)
    await expect(ask(kit)).rejects.toMatchObject({
      name: 'GatewayError',
      status: 401,
      code,
      details: gatewayErrors[code],
    })
    expect(kit.store.getState().alert).toMatchObject({ id: alert })
    expect(reachable(kit)).toBe(true)
  })

  test('error: a network that the gateway does not support is the alert network-not-found', async () => {
    const body = {
      title: 'x',
      status: 400,
      code: 'chain-not-supported',
      detail: 'eip155:7 is not supported.',
    }
    const { url } = await gateway(
      answering(400, JSON.stringify({ type: 'about:blank', ...body }), 'application/problem+json'),
    )
    const kit = kitOf(url)
    await expect(ask(kit)).rejects.toMatchObject({ name: 'GatewayError', status: 400, code: body.code })
    expect(kit.store.getState().alert).toEqual({ id: 'network-not-found', detail: body.detail })
  })

  test.each([
    [404, 'not found', 'text/plain'],
    [429, '{}', 'application/json'],
    [500, '<html>Internal Server Error</html>', 'text/html'],
    [503, '', 'text/plain'],
  ])('error: %i without a problem body has the status, and sets no alert', async (status, body, type) => {
    const { url } = await gateway(answering(status, body, type))
    const kit = kitOf(url)
    skipDelays()
    await expect(ask(kit)).rejects.toMatchObject({ name: 'GatewayError', status, code: 'gateway' })
    expect(kit.store.getState().alert).toBeUndefined()
  })

  test.each([
    ['HTML', '<html>Sign in to the hotel’s Wi-Fi</html>'],
    ['broken JSON', '{"ok":tr'],
    ['another shape', '{"ok":"yes"}'],
    ['null', 'null'],
    ['nothing', ''],
  ])('error: 200 with %s is no gateway', async (_, body) => {
    skipDelays()
    const { url } = await gateway(answering(200, body))
    const kit = kitOf(url)
    const raised: unknown[] = []
    kit.events.on((event) => event.type === 'track' && raised.push(event.track))
    await expect(ask(kit)).rejects.toMatchObject({ name: 'GatewayUnreachableError' })
    expect(reachable(kit)).toBe(false)
    expect(raised).toMatchObject([
      { type: 'error', event: 'DATA_PARSING_ERROR', properties: { path: '/v1/thing' } },
    ])
  })

  test('error: a response that is cut off', async () => {
    skipDelays()
    const { url } = await gateway((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"ok":')
      setImmediate(() => response.destroy())
    })
    await expect(ask(kitOf(url))).rejects.toMatchObject({ name: 'GatewayUnreachableError' })
  })

  test('error: a gateway that does not answer within 10 seconds', async () => {
    skipDelays()
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    const { url } = await gateway(() => limit.abort(new DOMException('', 'TimeoutError')))
    const kit = kitOf(url)
    await expect(ask(kit)).rejects.toMatchObject({ name: 'GatewayUnreachableError' })
    expect(timeout).toHaveBeenCalledWith(10_000)
    expect(reachable(kit)).toBe(false)
  })

  test('behavior: a failed GET is repeated three times, any other request never', async () => {
    const methods: (string | undefined)[] = []
    const { url } = await gateway((request, response) => {
      methods.push(request.method)
      answering(503, '')(request, response)
    })
    const delays = skipDelays()
    await expect(ask(kitOf(url))).rejects.toMatchObject({ status: 503 })
    expect(delays).toEqual([150, 300, 600])
    for (const method of ['POST', 'PUT', 'DELETE'])
      await expect(ask(kitOf(url), { method })).rejects.toMatchObject({ status: 503 })
    expect(methods).toEqual(['GET', 'GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE'])
  })

  test('behavior: Retry-After is honoured, and the alert of a refusal does not wait for the retries', async () => {
    let requests = 0
    const { url } = await gateway((request, response) => {
      requests += 1
      if (requests === 2) return answering(200, '{"ok":true}')(request, response)
      const detail = gatewayErrors['origin-not-allowed']
      response.writeHead(403, { 'content-type': 'application/problem+json', 'retry-after': '3' })
      response.end(
        JSON.stringify({ type: 'about:blank', title: 'x', status: 403, code: 'origin-not-allowed', detail }),
      )
    })
    const kit = kitOf(url)
    const delays = skipDelays()
    const asking = ask(kit)
    await vi.waitFor(() => expect(kit.store.getState().alert).toBeDefined())
    expect(await asking).toEqual({ ok: true })
    expect(delays).toContain(3000)
  })

  test('error: an aborted request does not change gatewayReachable', async () => {
    const controller = new AbortController()
    const { url } = await gateway(() => controller.abort())
    const kit = kitOf(url)
    await expect(ask(kit, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(reachable(kit)).toBeUndefined()
  })

  test('behavior: down, then up again', async () => {
    skipDelays()
    const first = await gateway(answering(200, '{"ok":true}'))
    const kit = kitOf(first.url)
    await ask(kit)
    await stop(first.server)
    await expect(ask(kit)).rejects.toMatchObject({ code: 'gateway-unreachable' })
    expect(reachable(kit)).toBe(false)
    await gateway(answering(200, '{"ok":true}'), first.port)
    await ask(kit)
    expect(reachable(kit)).toBe(true)
  })
})
