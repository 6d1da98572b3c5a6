import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createOnrampServer, type OnrampServer } from './createOnrampServer.ts'
import { localOnramp } from './localOnramp.ts'
import { quoteOrder } from './quoteOrder.ts'

const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const now = Date.parse('2026-11-28T12:00:00Z')
let server: OnrampServer
let webhooks: { body: Record<string, unknown>; isAuthentic: boolean }[]
let logged: string[]

beforeEach(async () => {
  webhooks = []
  logged = []
  const gateway = createServer(async (request, response) => {
    let raw = ''
    for await (const chunk of request) raw += chunk
    const mac = createHmac('sha256', localOnramp.secret)
      .update(`${now / 1000}.${raw}`)
      .digest('hex')
    const isAuthentic = request.headers['play-signature'] === `t=${now / 1000},s=${mac}`
    webhooks.push({
      body: JSON.parse(raw),
      isAuthentic: isAuthentic && request.url === '/v1/onramp/webhooks/play',
    })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  server = await createOnrampServer({
    port: 0,
    gatewayUrl: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    // No node: payments fail.
    nodes: { rpc: {}, esplora: {} },
    now: () => now,
    log: (line) => void logged.push(line),
  })
  onTestFinished(async () => {
    gateway.closeAllConnections()
    gateway.close()
    await server.close()
  })
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const order = {
  ...{ reference: 'r', wallet, chainId: 'eip155:31337', token: null, currency: 'EUR', amount: '100' },
  redirectUrl: 'http://localhost:4400/back',
}
const partner = { authorization: `Bearer ${localOnramp.secret}` }
const open = async () => ((await (await post('/api/orders', order, partner)).json()) as { url: string }).url
const press = (url: string, action: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' })

describe('createOnrampServer', () => {
  test('behavior: the page says what is bought, for whom, and has three buttons', async () => {
    const response = await fetch(await open())
    const page = await response.text()
    expect(page).toContain('<h1>Buy with play money</h1>')
    expect(page).toContain('<strong>100 EUR</strong>')
    expect(page).toContain(wallet)
    expect([...page.matchAll(/<button name="action" value="(\w+)"/g)].map(([, value]) => value)).toEqual([
      'pay',
      'decline',
      'hang',
    ])
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'")
  })

  test('behavior: Decline reports the failure, signed, and links back', async () => {
    const url = await open()
    const response = await press(url, 'decline')
    expect([response.status, response.headers.get('location')]).toEqual([303, new URL(url).pathname])
    expect(webhooks).toMatchObject([
      { isAuthentic: true, body: { reference: 'r', status: 'failed', hash: null, wallet } },
    ])
    const page = await (await fetch(url)).text()
    expect(page).toContain('Your payment was declined.')
    expect(page).toContain('<a href="http://localhost:4400/back">')
    expect(page).not.toContain('<button')
  })

  test('behavior: Hang reports nothing; a test lets the purchase expire', async () => {
    const url = await open()
    await press(url, 'hang')
    expect(webhooks).toEqual([])
    const [listed] = (await (await fetch(`${server.url}/api/orders`)).json()) as {
      id: string
      status: string
    }[]
    expect(listed?.status).toBe('hanging')
    expect(await (await post(`/api/orders/${listed?.id}`, { action: 'expire' })).json()).toEqual({
      status: 'expired',
      hash: null,
    })
    expect(webhooks.map(({ body }) => body.status)).toEqual(['expired'])
  })

  test('behavior: what cannot be paid fails, and nothing happens to an order that has ended', async () => {
    const url = await open()
    await press(url, 'pay')
    await vi.waitUntil(() => webhooks.length === 2)
    expect(webhooks.map(({ body }) => body.status)).toEqual(['working', 'failed'])
    expect(logged).toEqual(['An order could not be paid: There is no node of eip155:31337.'])
    await press(url, 'pay')
    expect(webhooks).toHaveLength(2)
  })

  test('error: without the secret, from a form of another page, and for what is not sold', async () => {
    expect((await post('/api/orders', order)).status).toBe(401)
    expect((await post('/api/orders', order, { authorization: 'Bearer x' })).status).toBe(401)
    expect((await post('/api/orders', order, { ...partner, 'content-type': 'text/plain' })).status).toBe(404)
    expect(
      (await post('/api/orders', { ...order, redirectUrl: 'javascript:alert(1)' }, partner)).status,
    ).toBe(400)
    expect((await post('/api/orders', { ...order, chainId: 'eip155:1' }, partner)).status).toBe(422)
    expect((await post('/api/quotes', { ...order, amount: '1e3' })).status).toBe(422)
    expect((await press(`${server.url}/buy/${'0'.repeat(32)}`, 'pay')).status).toBe(404)
    expect((await press(await open(), 'expire')).status).toBe(400)
  })

  test('error: a host name that could be rebound', async () => {
    const { request } = await import('node:http')
    const status = await new Promise((resolve) => {
      const { port } = new URL(server.url)
      request({ port, host: '127.0.0.1', headers: { host: 'evil.example' } }, ({ statusCode }) =>
        resolve(statusCode),
      ).end()
    })
    expect(status).toBe(421)
  })
})

describe('quoteOrder', () => {
  test.each([
    ['100', 'USD', '0.03078125'],
    ['100', 'EUR', '0.03385937'],
    ['5', 'USD', '0.00139062'],
  ])('behavior: %s %s', (amount, currency, receives) => {
    expect(quoteOrder({ asset: localOnramp.assets[0] as never, amount, currency })?.receives).toBe(receives)
  })

  test.each(['4.99', '2000.01', '-5', '', '1e2', 'constructor'])(
    'error: %s is outside of the limits',
    (amount) => {
      expect(quoteOrder({ asset: localOnramp.assets[0] as never, amount, currency: 'USD' })).toBeUndefined()
    },
  )
})
