import { createHmac, randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { createOnrampServer, localOnramp, type Order } from '@portico/devnet/onramp'
import { onrampEnv } from '@portico/devnet/onrampEnv'
import { type OnrampSession, onrampSession, onrampWidgetResponse } from '@portico/protocol/gateway'
import { freePort, tempFolder } from '@portico/server/testing'
import { expect, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../src/testing/createTestApp.ts'

/** The page that buys in these tests. */
export const shop = 'http://localhost:4400'
export const visitor = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** What a test buys. */
export const oneHundredDollars = {
  countryCode: 'DE',
  destinationCurrencyCode: 'ETH',
  destinationChainId: 'eip155:31337',
  sourceCurrencyCode: 'USD',
  sourceAmount: '100',
  serviceProvider: 'play',
  walletAddress: visitor,
}

/** What the local provider reports. */
export type PlayEvent = {
  reference: string
  status: string
  hash?: string | null
  wallet?: string
  id?: string
}
/** A webhook of the local provider. `at` in milliseconds since the epoch. */
export type PlayWebhook = { provider: string; raw: string; signature: string }

/** A gateway that sells through the local play-money provider. */
export type BuyingGateway = TestApp & {
  playUrl: string
  /** Sends a POST with the project `local`, from the page that buys. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Opens a page of the provider. */
  buy(more?: Partial<Record<string, unknown>>): Promise<{ widgetUrl: string; sessionId: string }>
  session(id: string): Promise<OnrampSession>
  /** Waits until a session has a state. */
  until(id: string, status: OnrampSession['status']): Promise<OnrampSession>
  /** Sends a webhook of the provider with any content; returns the status of the answer. */
  report(event: PlayEvent, change?: (webhook: PlayWebhook) => PlayWebhook): Promise<number>
  /** Presses a button on the provider's page. */
  press(widgetUrl: string, action: 'pay' | 'decline' | 'hang' | 'expire'): Promise<void>
  orders(): Order[]
  secret: string
}

/** Creates a gateway on a port with the local provider beside it; both end after the test. */
export async function createBuyingGateway({
  rpcUrls,
  esploraUrls = {},
  env = {},
  now,
}: {
  rpcUrls: Readonly<Record<string, readonly string[]>>
  esploraUrls?: Readonly<Record<string, readonly string[]>>
  env?: Readonly<Record<string, string>>
  now?: () => number
}): Promise<BuyingGateway> {
  const port = await freePort()
  const first = (urls: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(urls).flatMap(([chain, [url]]) => (url ? [[chain, url]] : [])))
  const play = await createOnrampServer({
    port: 0,
    gatewayUrl: `http://127.0.0.1:${port}`,
    nodes: { rpc: first(rpcUrls), esplora: first(esploraUrls) },
    ...(now ? { now } : {}),
  })
  onTestFinished(play.close)
  const test = await createTestApp({
    rpcUrls,
    env: {
      TRUSTED_PROXIES: '1',
      ESPLORA_URLS: JSON.stringify(esploraUrls),
      ...onrampEnv({ folder: tempFolder(), onrampUrl: play.url }),
      ...env,
    },
    now,
  })
  const server = serve({ fetch: test.app.fetch, hostname: '127.0.0.1', port }) as Server
  if (!server.listening) await new Promise<void>((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const post: BuyingGateway['post'] = async (path, body, headers = {}) =>
    test.app.request(path, {
      method: 'POST',
      headers: { origin: shop, 'x-project-id': 'local', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  let buyers = 0
  const session = async (id: string) => {
    const response = await test.get(`/v1/onramp/sessions/${id}`)
    expect(response.status).toBe(200)
    return onrampSession.parse(await response.json())
  }
  return {
    ...test,
    playUrl: play.url,
    secret: localOnramp.secret,
    post,
    async buy(more = {}) {
      // Each purchase comes from another address: one may open six pages per minute.
      const headers = { 'x-forwarded-for': `203.0.113.${buyers++ % 256}` }
      const response = await post(
        '/v1/onramp/widget',
        { sessionData: { ...oneHundredDollars, ...more } },
        headers,
      )
      expect([response.status, await response.clone().text()]).toEqual([200, expect.anything()])
      return onrampWidgetResponse.parse(await response.json())
    },
    session,
    async until(id, status) {
      await vi.waitUntil(async () => (await session(id)).status === status, { timeout: 15_000, interval: 50 })
      return session(id)
    },
    async report(event, change = (webhook) => webhook) {
      const raw = JSON.stringify({ id: randomUUID(), hash: null, wallet: visitor, ...event })
      const time = Math.floor((now?.() ?? Date.now()) / 1000)
      const mac = createHmac('sha256', localOnramp.secret).update(`${time}.${raw}`).digest('hex')
      const webhook = change({ provider: 'play', raw, signature: `t=${time},s=${mac}` })
      const response = await test.app.request(`/v1/onramp/webhooks/${webhook.provider}`, {
        method: 'POST',
        headers: { 'play-signature': webhook.signature },
        body: webhook.raw,
      })
      return response.status
    },
    async press(widgetUrl, action) {
      await play.orders.act(new URL(widgetUrl).pathname.slice('/buy/'.length), action)
    },
    orders: play.orders.list,
  }
}
