import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { createOnrampServer, localOnramp, type Order } from '@portico/devnet/onramp'
import { onrampEnv } from '@portico/devnet/onrampEnv'
import { type OnrampSession, onrampSession, onrampWidgetResponse } from '@portico/protocol/gateway'
import { freePort, tempFolder } from '@portico/server/testing'
import { expect, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../src/testing/createTestApp.ts'

/** The page that buys in these tests. */
const shop = 'http://localhost:4400'
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
      const response = await post('/v1/onramp/widget', { sessionData: { ...oneHundredDollars, ...more } })
      expect([response.status, await response.clone().text()]).toEqual([200, expect.anything()])
      return onrampWidgetResponse.parse(await response.json())
    },
    session,
    async until(id, status) {
      await vi.waitUntil(async () => (await session(id)).status === status, { timeout: 15_000, interval: 50 })
      return session(id)
    },
    async press(widgetUrl, action) {
      await play.orders.act(new URL(widgetUrl).pathname.slice('/buy/'.length), action)
    },
    orders: play.orders.list,
  }
}
