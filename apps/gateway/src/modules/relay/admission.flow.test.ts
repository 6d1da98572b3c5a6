import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createRelayToken } from '@portico/protocol/walletconnect'
import { describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { connectRelay, randomTopic } from './testing/connectRelay.ts'
import { startRelay } from './testing/startRelay.ts'

const hour = 3600
const seed = '11'.repeat(32)
const changed = async (url: string) => `${(await createRelayToken({ seed, audience: url })).slice(0, -4)}AAAA`
const now = () => Math.floor(Date.now() / 1000)

describe('admission', () => {
  const cases: [name: string, fields: (url: string) => object, reason: string, status: number][] = [
    ['an unknown project', () => ({ projectId: 'nobody' }), 'Unauthorized: invalid key', 401],
    ['no project', () => ({ projectId: '' }), 'Project ID is missing', 401],
    [
      'a page of another origin',
      () => ({ headers: { origin: 'https://evil.example' } }),
      'Unauthorized: origin not allowed',
      401,
    ],
    ['no token', () => ({ token: '' }), 'JWT validation error: Missing token', 401],
    [
      'a token issued in the future',
      (url) => ({ token: createRelayToken({ seed, audience: url, issuedAt: now() + hour }) }),
      'JWT validation error: JWT Token is not yet valid',
      401,
    ],
    [
      'an old token',
      (url) => ({ token: createRelayToken({ seed, audience: url, issuedAt: now() - 2 * hour, ttl: hour }) }),
      'JWT validation error: JWT Token is expired',
      401,
    ],
    [
      'a token for another relay',
      () => ({ token: createRelayToken({ seed, audience: 'wss://relay.example' }) }),
      'JWT validation error: Invalid audience',
      401,
    ],
    [
      'a token for another relay, with its host in the request',
      () => ({
        token: createRelayToken({ seed, audience: 'wss://relay.example' }),
        headers: { host: 'relay.example' },
      }),
      'JWT validation error: Invalid audience',
      401,
    ],
    [
      'a page of another origin, with its host in the request',
      () => ({ headers: { host: 'evil.example', origin: 'https://evil.example' } }),
      'Unauthorized: origin not allowed',
      401,
    ],
    [
      'a token with a changed signature',
      (url) => ({ token: changed(url) }),
      'JWT validation error: Invalid signature',
      401,
    ],
  ]
  test.each(cases)('error: %s: the close event gives the reason', async (_, fields, reason) => {
    const { url } = await startRelay()
    const client = await connectRelay({ url, ...fields(url) })
    expect(await client.closed).toEqual({ code: 3000, reason })
  })

  test.each(cases)('error: %s: the HTTP response gives the reason', async (_, fields, reason, status) => {
    const { url } = await startRelay()
    const connection = {
      token: createRelayToken({ seed, audience: url }),
      projectId: 'local',
      headers: {},
      ...fields(url),
    }
    const ws = new WebSocket(
      `${url}/relay?auth=${await connection.token}&projectId=${connection.projectId}`,
      connection,
    )
    ws.on('error', () => undefined)
    const [, response] = await once(ws, 'unexpected-response')
    expect(response.statusCode).toBe(status)
    let text = ''
    for await (const chunk of response) text += chunk
    expect(text).toContain(reason)
    ws.terminate()
  })

  test('behavior: accepts the token in a header, and the path /relay', async () => {
    const { url } = await startRelay()
    const headers = { authorization: `Bearer ${await createRelayToken({ seed, audience: url })}` }
    const ws = new WebSocket(`${url}/relay?projectId=local`, { headers })
    await once(ws, 'open')
    ws.terminate()
  })

  test.each(['localhost', '127.0.0.1', '[::1]', 'wallet.localhost:4402'])(
    'behavior: a relay on localhost accepts a token for %s',
    async (host) => {
      const { url } = await startRelay({ hosts: ['127.0.0.1:4401'] })
      const client = await connectRelay({ url, token: createRelayToken({ seed, audience: `ws://${host}` }) })
      expect(await client.request('irn_subscribe', { topic: randomTopic() })).toHaveProperty('result')
    },
  )

  test('param: hosts: a relay with a public name accepts no token for localhost', async () => {
    const { url } = await startRelay({ hosts: ['relay.example'] })
    const client = await connectRelay({ url, token: createRelayToken({ seed, audience: url }) })
    expect(await client.closed).toEqual({ code: 3000, reason: 'JWT validation error: Invalid audience' })
  })

  test.each(['http://localhost:4400', 'http://wallet.localhost:4402', undefined])(
    'behavior: accepts a page of %s',
    async (origin) => {
      const { url } = await startRelay()
      const client = await connectRelay({ url, headers: origin ? { origin } : {} })
      expect(await client.request('irn_subscribe', { topic: randomTopic() })).toHaveProperty('result')
    },
  )

  test('behavior: accepts an app whose origin is the server itself', async () => {
    const { url } = await startRelay({ hosts: ['relay.example'] })
    const token = createRelayToken({ seed, audience: 'wss://relay.example' })
    const headers = { origin: 'https://relay.example' }
    const client = await connectRelay({ url, token, headers })
    expect(await client.request('irn_subscribe', { topic: randomTopic() })).toHaveProperty('result')
  })

  test('param: open: accepts any project ID, or none', async () => {
    const { url } = await startRelay({ open: true })
    for (const projectId of ['anything', '']) {
      const client = await connectRelay({ url, projectId, headers: { origin: 'https://any.example' } })
      expect(await client.request('irn_subscribe', { topic: randomTopic() })).toHaveProperty('result')
    }
  })

  test('param: limits.projectSockets: rejects further connections until one has closed', async () => {
    const { url } = await startRelay({ limits: { projectSockets: 2 } })
    const first = await connectRelay({ url })
    await connectRelay({ url })
    const third = await connectRelay({ url })
    expect(await third.closed).toEqual({ code: 1013, reason: 'Too many requests.' })
    await first.close()
    let code = 0
    const retry = async () => {
      const client = await connectRelay({ url })
      code = await Promise.race([
        client.closed.then(({ code }) => code),
        client.request('irn_x', {}).then(() => 0),
      ])
      return code === 0
    }
    while (!(await retry()));
  })

  test('param: limits.addressSockets: rejects further connections from that address only', async () => {
    const { url } = await startRelay({
      limits: { addressSockets: 2 },
      ipOf: ({ forwardedFor = '' }) => forwardedFor,
    })
    const connect = (address: string) => connectRelay({ url, headers: { 'x-forwarded-for': address } })
    const first = await connect('203.0.113.7')
    await connect('203.0.113.7')
    const refused = await connect('203.0.113.7')
    expect(await refused.closed).toEqual({ code: 1013, reason: 'Too many requests.' })
    const other = await connect('198.51.100.1')
    expect((await other.publish(randomTopic(), 'm')).result).toBe(true)
    await first.close()
    await vi.waitFor(async () => {
      const again = await connect('203.0.113.7')
      expect(await Promise.race([again.closed, again.publish(randomTopic(), 'm')])).toHaveProperty('result')
    })
  })

  test('param: limits.address', async () => {
    const { url } = await startRelay({ limits: { address: { burst: 3, perSecond: 0.001 } } })
    for (let count = 0; count < 3; count++) await connectRelay({ url })
    expect(await (await connectRelay({ url })).closed).toMatchObject({ code: 1013 })
  })

  test('behavior: drain closes all connections and keeps stored messages', async () => {
    const { url, relay } = await startRelay()
    const topic = randomTopic()
    const client = await connectRelay({ url, seed: randomBytes(32).toString('hex') })
    await client.publish(topic, 'kept')
    const drained = relay.drain()
    expect(await client.closed).toEqual({ code: 1001, reason: 'Server is going away' })
    await drained
    expect(await (await connectRelay({ url })).closed).toMatchObject({ code: 1001 })
    expect(await relay.stats()).toMatchObject({ messages: 1 })
  })
})
