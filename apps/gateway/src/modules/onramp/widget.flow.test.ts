import { devnetManifest } from '@portico/devnet/manifest'
import { streamEvents } from '@portico/protocol/gateway'
import { createMessage } from '@portico/siwx'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBuyingGateway, oneHundredDollars, shop, visitor } from '../../../test/createBuyingGateway.ts'
import { codeOf } from '../../testing/codeOf.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'

const chain = 'eip155:31337'
let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())

const start = (env: Record<string, string> = {}, now?: () => number) =>
  createBuyingGateway({ rpcUrls: { [chain]: [anvil.url] }, env, ...(now ? { now } : {}) })
const widget = '/v1/onramp/widget'
const data = (more: Record<string, unknown> = {}) => ({ sessionData: { ...oneHundredDollars, ...more } })

describe('POST /v1/onramp/widget', () => {
  test('error: only for a page whose origin the project lists', async () => {
    const projects = { all: { name: 'All', allowedOrigins: ['*'] } }
    const { app, post } = await start({
      PROJECTS: JSON.stringify(projects),
      WALLET_ORIGIN: 'http://wallet.example',
    })
    const body = JSON.stringify(data())
    const request = (headers: Record<string, string>) =>
      app.request(widget, { method: 'POST', headers, body })
    expect((await post(widget, data())).status).toBe(200)
    for (const headers of [
      { 'x-project-id': 'local' },
      { 'x-project-id': 'local', origin: 'https://evil.example' },
      { 'x-project-id': 'local', origin: 'null' },
      // The wallet site may call on behalf of every project, but buys nothing.
      { 'x-project-id': 'local', origin: 'http://wallet.example' },
      { 'x-project-id': 'all', origin: shop },
    ])
      expect(await codeOf(await request(headers as Record<string, string>))).toBe('origin-not-allowed')
    expect(await codeOf(await request({ 'x-project-id': 'none', origin: shop }))).toBe('invalid-key')
  })

  test('error: on an open gateway, an invented project lists no origin', async () => {
    const { post } = await start({ GATEWAY_OPEN: '1' })
    expect(await codeOf(await post(widget, data(), { 'x-project-id': 'invented' }))).toBe(
      'origin-not-allowed',
    )
  })

  test.each([
    ['an address of another namespace', { walletAddress: 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw' }],
    ['no address', { walletAddress: '0x1' }],
    ['a redirect elsewhere', { redirectUrl: 'https://evil.example/' }],
    ['a redirect to a script', { redirectUrl: 'javascript:alert(1)' }],
    ['an unknown provider', { serviceProvider: 'moonpay' }],
    ['a provider of the prototype', { serviceProvider: 'constructor' }],
    ['a currency nobody takes', { sourceCurrencyCode: 'XXX' }],
    ['a currency that is none', { sourceCurrencyCode: 'US-D' }],
    ['a negative amount', { sourceAmount: -5 }],
    ['an exponent', { sourceAmount: '1e2' }],
    ['nothing', { sourceAmount: '0.00' }],
    ['an asset nobody sells', { destinationCurrencyCode: 'DOGE' }],
    ['a token under the name of the coin', { destinationTokenAddress: visitor }],
    ['a network nobody sells on', { destinationChainId: 'eip155:1' }],
    ['a country that is none', { countryCode: 'Germany' }],
  ])('error: invalid-request for %s', async (_, more) => {
    const { post } = await start()
    expect(await codeOf(await post(widget, data(more)))).toBe('invalid-request')
  })

  test.each(['4.99', '2000.01', 99999999])('error: onramp-limits for %s', async (sourceAmount) => {
    const { post } = await start()
    expect(await codeOf(await post(widget, data({ sourceAmount })))).toBe('onramp-limits')
    expect(await codeOf(await post('/v1/onramp/multi/quotes', { ...oneHundredDollars, sourceAmount }))).toBe(
      'onramp-limits',
    )
  })

  test('error: onramp-country outside of the countries, and without a country', async () => {
    const { post, get } = await start({ ONRAMP_COUNTRIES: 'de, FR' })
    expect((await post(widget, data({ countryCode: 'de' }))).status).toBe(200)
    for (const countryCode of ['US', undefined])
      expect(await codeOf(await post(widget, data({ countryCode })))).toBe('onramp-country')
    expect(await codeOf(await get('/v1/onramp/buy/options?country=US'))).toBe('onramp-country')
  })

  test('error: the seventh page within a minute of one address; another address may open one', async () => {
    let time = Date.now()
    const { post } = await start({}, () => time)
    const from = (ip: string) => post(widget, data(), { 'x-forwarded-for': ip })
    for (let count = 0; count < 6; count++) expect((await from('198.51.100.1')).status).toBe(200)
    const refused = await from('198.51.100.1')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    expect((await from('198.51.100.2')).status).toBe(200)
    time += 10_000
    expect((await from('198.51.100.1')).status).toBe(200)
  })

  test('behavior: with an Idempotency-Key one page is opened, and nobody else gets it by the key', async () => {
    const { post, orders } = await start()
    const key = { 'idempotency-key': 'one', 'x-forwarded-for': '198.51.100.1' }
    const [one, two] = [await post(widget, data(), key), await post(widget, data(), key)]
    expect(await one.text()).toBe(await two.text())
    expect(two.headers.get('idempotency-replayed')).toBe('true')
    expect(orders()).toHaveLength(1)
    const foreign = await post(widget, data(), { ...key, 'x-forwarded-for': '198.51.100.2' })
    expect(foreign.headers.get('idempotency-replayed')).toBeNull()
    expect(await codeOf(await post(widget, data({ sourceAmount: 50 }), key))).toBe('idempotency-key-reused')
  })

  test('error: with ONRAMP_NEEDS_SESSION only for accounts that signed in', async () => {
    const { post } = await start({ ONRAMP_NEEDS_SESSION: '1' })
    expect(await codeOf(await post(widget, data()))).toBe('session-missing')
    expect(await codeOf(await post(widget, data(), { authorization: 'Bearer x' }))).toBe('session-invalid')
  })

  test('behavior: with ONRAMP_NEEDS_SESSION the signed-in account may buy, another address may not', async () => {
    const { app, post } = await start({ ONRAMP_NEEDS_SESSION: '1' })
    const account = privateKeyToAccount(devnetManifest.accounts[0]?.privateKey as `0x${string}`)
    const headers = { origin: shop, 'x-project-id': 'local' }
    const { nonce, token } = (await (await app.request('/auth/v1/nonce', { headers })).json()) as Record<
      string,
      string
    >
    const message = createMessage({
      domain: 'localhost:4400',
      address: account.address,
      uri: shop,
      version: '1',
      chainId: 'eip155:31337',
      nonce: nonce as string,
      issuedAt: new Date().toISOString(),
    })
    const signature = await account.signMessage({ message })
    const signIn = await post(
      '/auth/v1/authenticate',
      { message, signature },
      { 'x-nonce-jwt': `Bearer ${token}` },
    )
    const authorization = `Bearer ${((await signIn.json()) as { token: string }).token}`
    expect((await post(widget, data(), { authorization })).status).toBe(200)
    const walletAddress = devnetManifest.accounts[1]?.address
    expect(await codeOf(await post(widget, data({ walletAddress }), { authorization }))).toBe(
      'onramp-account',
    )
  })

  test('error: onramp-not-configured without providers; the lists are empty', async () => {
    const { post, get } = await start({ ONRAMP_PROVIDERS: '' })
    expect(await codeOf(await post(widget, data()))).toBe('onramp-not-configured')
    expect(await (await get('/v1/onramp/providers')).json()).toEqual([])
    expect(await (await get('/v1/onramp/buy/options')).json()).toEqual({
      paymentCurrencies: [],
      purchaseCurrencies: [],
    })
  })

  test('error: onramp-unavailable if the provider is away', async () => {
    const { post, get } = await start({ ONRAMP_PLAY_URL: 'http://localhost:1' })
    expect(await codeOf(await post(widget, data()))).toBe('onramp-unavailable')
    expect(await codeOf(await get('/v1/onramp/buy/options?country=DE'))).toBe('onramp-unavailable')
  })

  test('behavior: what is bought, and nothing about the visitor, is in the session; other projects do not see it', async () => {
    const projects = { other: { name: 'Other', allowedOrigins: [shop] } }
    const { buy, session, get, services } = await start({ PROJECTS: JSON.stringify(projects) })
    const { sessionId } = await buy({ redirectUrl: `${shop}/back` })
    expect(Object.keys(await session(sessionId)).sort()).toEqual([
      'chainId',
      'createdAt',
      'destinationAmount',
      'destinationCurrencyCode',
      'destinationTokenAddress',
      'expiresAt',
      'hash',
      'serviceProvider',
      'sessionId',
      'sourceAmount',
      'sourceCurrencyCode',
      'status',
      'updatedAt',
    ])
    const [row] = await services.database.selectFrom('onramp_sessions').selectAll().execute()
    expect(JSON.stringify(row)).not.toMatch(/203\.0\.113|localhost/)
    for (const path of [`${sessionId}?projectId=other`, 'x', sessionId.toUpperCase(), '0'.repeat(32)])
      expect(await codeOf(await get(`/v1/onramp/sessions/${path}`))).toBe('not-found')
  })
})

describe('other routes', () => {
  test('behavior: the best quote in the shape of Coinbase, by GET and POST', async () => {
    const { get, post } = await start()
    const query = { purchaseCurrency: 'ETH', paymentAmount: '100', paymentCurrency: 'usd', country: 'DE' }
    const expected = {
      paymentTotal: { value: '100', currency: 'USD' },
      paymentSubTotal: { value: '98.5', currency: 'USD' },
      purchaseAmount: { value: '0.03078125', currency: 'ETH' },
      coinbaseFee: { value: '1', currency: 'USD' },
      networkFee: { value: '0.5', currency: 'USD' },
      quoteId: `play:${chain}`,
    }
    const found = await get(`/v1/onramp/buy/quotes?${new URLSearchParams(query)}`)
    expect(await found.json()).toEqual(expected)
    expect(await (await post('/v1/onramp/quote', { ...query, purchaseNetwork: 'Local One' })).json()).toEqual(
      expected,
    )
    expect(await codeOf(await get('/v1/onramp/buy/quotes?country=DE'))).toBe('invalid-request')
  })

  test('behavior: lists of properties', async () => {
    const { get } = await start({ ONRAMP_COUNTRIES: 'DE,US' })
    const list = async (type: string) =>
      (await get(`/v1/onramp/providers/properties?countries=DE&type=${type}`)).json()
    expect(await list('countries')).toEqual([
      { countryCode: 'DE', name: 'Germany' },
      { countryCode: 'US', name: 'United States' },
    ])
    expect(await list('countries-defaults')).toContainEqual({
      countryCode: 'DE',
      defaultCurrencyCode: 'EUR',
      defaultPaymentMethods: [],
    })
    expect(await list('fiat-currencies')).toContainEqual({ currencyCode: 'EUR', name: 'Euro' })
    expect(await list('payment-methods')).toEqual([{ paymentMethod: 'play', name: 'play' }])
    expect(await list('fiat-purchases-limits')).toContainEqual({
      currencyCode: 'USD',
      minimumAmount: 5,
      maximumAmount: 2000,
    })
    expect(await list('crypto-currencies')).toContainEqual({
      currencyCode: 'ETH',
      name: 'Ether',
      chainCode: 'Local One',
      chainName: 'Local One',
      chainId: chain,
      contractAddress: null,
      symbolImageUrl: null,
    })
    expect(await codeOf(await get('/v1/onramp/providers/properties?type=x'))).toBe('invalid-request')
  })

  test('behavior: a URL for an application that opens it itself', async () => {
    const { post, playUrl } = await start()
    const body = {
      destinationWallets: [{ address: visitor, assets: ['ETH'], blockchains: ['Local One'] }],
      partnerUserId: '0'.repeat(32),
      presetFiatAmount: 50,
    }
    const { url } = (await (await post('/v1/generators/onrampurl', body)).json()) as { url: string }
    expect(url.startsWith(`${playUrl}/buy/`)).toBe(true)
    expect(await codeOf(await post('/v1/generators/onrampurl', { ...body, destinationWallets: [] }))).toBe(
      'invalid-request',
    )
  })

  test('behavior: the stream reports the state as it changes, and the history lists what has arrived', async () => {
    const gateway = await start()
    const { widgetUrl, sessionId } = await gateway.buy()
    const topic = `onramp:${sessionId}`
    const response = await gateway.get(`/v1/stream?topics=${topic}`)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    let text = ''
    const until = async (part: string) => {
      while (!text.includes(part)) {
        const { value, done } = await reader.read()
        if (done) throw new Error(text)
        text += decoder.decode(value, { stream: true })
      }
    }
    await until('snapshot')
    const history = `/v1/account/${visitor}/history?onramp=play&limit=1`
    expect(await (await gateway.get(history)).json()).toEqual({ data: [], next: null })
    await gateway.press(widgetUrl, 'pay')
    await until('"arrived"')
    await reader.cancel()
    const events = [...text.matchAll(/^data: (.*"topic".*)$/gm)].map(([, json = '']) => JSON.parse(json))
    // States that follow each other at once are one event.
    expect(events.length).toBeGreaterThanOrEqual(2)
    for (const [index, event] of events.entries())
      expect(streamEvents[index === 0 ? 'snapshot' : 'onramp.status'].parse(event).topic).toBe(topic)
    const states = [...text.matchAll(/"status":"(\w+)"/g)].map(([, status]) => status)
    expect(states[0]).toBe('opened')
    expect(states.at(-1)).toBe('arrived')
    const { data, next } = (await (await gateway.get(history)).json()) as {
      data: { metadata: Record<string, unknown>; transfers: { quantity: unknown }[] }[]
      next: string
    }
    const { hash } = await gateway.session(sessionId)
    expect(data[0]?.metadata).toMatchObject({ operationType: 'buy', hash, sentTo: visitor, chain })
    expect(data[0]?.transfers[0]?.quantity).toEqual({ numeric: '0.03078125' })
    expect(await (await gateway.get(`${history}&cursor=${next}`)).json()).toEqual({ data: [], next: null })
    expect(await codeOf(await gateway.get(`${history}&cursor=x`))).toBe('invalid-request')
    expect(await codeOf(await gateway.get(`/v1/stream?topics=onramp:x`))).toBe('invalid-request')
  })
})
