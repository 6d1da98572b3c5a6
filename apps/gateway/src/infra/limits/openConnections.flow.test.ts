import { get } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createSecretKey } from '../../modules/projects/secretKey.ts'
import { createProjectStore } from '../../modules/projects/store.ts'
import { createFakeHeads } from '../../testing/createFakeHeads.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { listenTestApp } from '../../testing/listenTestApp.ts'

const rpcUrls = { 'eip155:31337': ['http://127.0.0.1:9'] }
/** With a secret key, the key names the project. */
const queryOf = ({ headers }: Caller) =>
  `chainId=eip155:31337${headers?.authorization ? '' : '&projectId=local'}`
const limits = { STREAM_LIMIT_ADDRESS: '50', SOCKET_LIMIT_ADDRESS: '50' }

/** Where a connection comes from: a loopback address, or, behind a proxy, what the proxy says. */
type Caller = { localAddress?: string; headers?: Record<string, string> }
/** What became of an attempt: `open`, or the status and code of the refusal. */
type Attempt = { outcome: string; close(): void }
type Open = (host: string, caller: Caller) => Promise<Attempt>

async function start(env: Readonly<Record<string, string>> = {}) {
  const gateway = await createTestApp({
    rpcUrls,
    env: { ...limits, ...env },
    heads: createFakeHeads({ number: 1 }),
  })
  return { ...gateway, host: await listenTestApp(gateway) }
}

const openStream: Open = (host, caller) =>
  new Promise((resolve, reject) => {
    const { localAddress, headers } = caller
    const url = `http://${host}/v1/stream?topics=chain:eip155:31337&${queryOf(caller)}`
    const request = get(url, { agent: false, headers, localAddress }, (response) => {
      const close = () => request.destroy()
      if (response.statusCode === 200) return resolve({ outcome: 'open', close })
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ outcome: `${response.statusCode} ${JSON.parse(body).code}`, close }))
    })
    request.on('error', reject)
    onTestFinished(() => void request.destroy())
  })

const openSocket: Open = (host, caller) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${host}/v1?${queryOf(caller)}`, caller)
    const close = () => socket.terminate()
    socket.on('open', () => resolve({ outcome: 'open', close }))
    socket.on('error', reject)
    socket.on('unexpected-response', (_, response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ outcome: `${response.statusCode} ${JSON.parse(body).code}`, close }))
    })
    onTestFinished(() => socket.terminate())
  })

const kinds = [
  ['streams', openStream],
  ['WebSockets', openSocket],
] as const

describe.each(kinds)('open %s of one address', (_, open) => {
  const openMany = (host: string, count: number, callerOf: (index: number) => Caller) =>
    Promise.all(Array.from({ length: count }, (_, index) => open(host, callerOf(index))))
  const outcomesOf = (attempts: readonly Attempt[]) => {
    const counts: Record<string, number> = {}
    for (const { outcome } of attempts) counts[outcome] = (counts[outcome] ?? 0) + 1
    return counts
  }

  test('error: 300 from one address, of which 50 open; another address is not disturbed', async () => {
    const { host } = await start()
    const attempts = await openMany(host, 300, () => ({ localAddress: '127.0.0.1' }))
    expect(outcomesOf(attempts)).toEqual({ open: 50, '429 too-many-connections': 250 })
    const others = await openMany(host, 10, () => ({ localAddress: '127.0.0.2' }))
    expect(outcomesOf(others)).toEqual({ open: 10 })
    // One that is closed makes room for another one.
    attempts.find(({ outcome }) => outcome === 'open')?.close()
    await vi.waitFor(
      async () => expect((await open(host, { localAddress: '127.0.0.1' })).outcome).toBe('open'),
      { timeout: 10_000, interval: 50 },
    )
    expect((await open(host, { localAddress: '127.0.0.1' })).outcome).toBe('429 too-many-connections')
  })

  test('error: 80 from as many addresses of one IPv6 network, behind a proxy', async () => {
    const { host } = await start({ TRUSTED_PROXIES: '1' })
    const from = (address: string): Caller => ({ headers: { 'x-forwarded-for': address } })
    const attempts = await openMany(host, 80, (index) => from(`2001:db8:1:2::${index + 1}`))
    expect(outcomesOf(attempts)).toEqual({ open: 50, '429 too-many-connections': 30 })
    expect((await open(host, from('2001:db8:1:3::1'))).outcome).toBe('open')
  })

  test("behavior: a project's servers, which send a secret key, may open more", async () => {
    const { host, services } = await start()
    const { key, hash } = createSecretKey()
    const store = createProjectStore({ database: services.database })
    await store.add({ id: 'shop', name: 'Shop', allowedOrigins: [], createdAt: 1 })
    await store.addKey({ id: 'one', projectId: 'shop', hash, createdAt: 1 })
    await services.projects.refresh()
    const attempts = await openMany(host, 60, () => ({ headers: { authorization: `Bearer ${key}` } }))
    expect(outcomesOf(attempts)).toEqual({ open: 60 })
  })

  test('param: without a limit, any number', async () => {
    const { host } = await start({ STREAM_LIMIT_ADDRESS: '0', SOCKET_LIMIT_ADDRESS: '0' })
    expect(outcomesOf(await openMany(host, 120, () => ({})))).toEqual({ open: 120 })
  })
})

describe('streams that their client leaves before they are open', () => {
  test('behavior: they do not count', async () => {
    const { host, services } = await start()
    const url = `http://${host}/v1/stream?topics=chain:eip155:31337&${queryOf({})}`
    for (let round = 0; round < 3; round++) {
      const requests = Array.from({ length: 40 }, () => get(url, { agent: false }))
      await Promise.all(
        requests.map(
          (request) =>
            new Promise((resolve) => {
              request.on('close', resolve).on('error', () => undefined)
              request.on('socket', (socket) =>
                socket.on('connect', () => setImmediate(() => request.destroy())),
              )
            }),
        ),
      )
    }
    const stream = services.modules.stream.service
    await vi.waitFor(() => expect(stream.size().connections).toBe(0), { timeout: 10_000 })
    await vi.waitFor(
      async () => {
        const attempts = await Promise.all(Array.from({ length: 50 }, () => openStream(host, {})))
        for (const { close } of attempts) close()
        expect(attempts.every(({ outcome }) => outcome === 'open')).toBe(true)
      },
      { timeout: 10_000, interval: 200 },
    )
  })
})
