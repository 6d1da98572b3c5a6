import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { devnetManifest } from '@portico/devnet/manifest'
import {
  type ConvertQuote,
  type ConvertToken,
  coinSentinel,
  convertApproveResponse,
  convertQuotesResponse,
  convertTransaction,
} from '@portico/protocol/gateway'
import { isAgreedSwap, readSwap } from '@portico/protocol/swaps'
import { type Address, maxUint256, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSwapChain } from '../../../test/startSwapChain.ts'
import { createTestApp } from '../../testing/createTestApp.ts'

const { swaps, chains } = devnetManifest
const [one] = chains
const [dusd, mrbl, tlly] = one.tokens.map(({ address }) => address) as [Address, Address, Address]
const { wrapped, router, strictToken, unsellableToken } = swaps
const chain = 'eip155:31337'
const coin = `${chain}:${coinSentinel}`
const at = (address: string) => `${chain}:${address}`

let net: Awaited<ReturnType<typeof startSwapChain>>
beforeAll(async () => {
  net = await startSwapChain()
})
afterAll(() => net?.stop())

async function start(env: Record<string, string> = {}) {
  const clock = { now: Date.now() }
  const { app, get } = await createTestApp({
    rpcUrls: { [chain]: [net.url], 'eip155:31338': [net.url] },
    env: { ...gatewayEnv, DEXES: JSON.stringify({ [chain]: JSON.parse(gatewayEnv.DEXES)[chain] }), ...env },
    now: () => clock.now,
  })
  const query = (path: string, parameters: Record<string, string>) =>
    get(`/v1/convert/${path}?${new URLSearchParams(parameters)}`)
  const user = at(net.trader)
  const quotes = (from: string, to: string, amount: bigint, more: Record<string, string> = {}) =>
    query('quotes', { amount: `${amount}`, userAddress: user, from, to, ...more })
  const quote = async (...args: Parameters<typeof quotes>): Promise<ConvertQuote> => {
    const response = await quotes(...args)
    const body = await response.json()
    expect(response.status, JSON.stringify(body)).toBe(200)
    return convertQuotesResponse.parse(body).quotes[0] as ConvertQuote
  }
  const build = (body: object) =>
    app.request('/v1/convert/build-transaction?projectId=local', {
      method: 'POST',
      body: JSON.stringify({ userAddress: user, ...body }),
    })
  return { get, query, quotes, quote, build, user, clock }
}

/** Status and code of a problem. */
async function problemOf(response: Response | Promise<Response>): Promise<[number, string]> {
  const { status, code } = await (await response).json()
  return [status, code]
}

describe('GET /v1/convert/tokens', () => {
  test('behavior: lists the coin and the listed tokens, and which accept permits', async () => {
    const { query } = await start()
    const response = await query('tokens', { chainId: chain })
    const { tokens } = (await response.json()) as { tokens: ConvertToken[] }
    expect(tokens.map(({ symbol, address, eip2612, listed }) => [symbol, address, eip2612, listed])).toEqual([
      ['ETH', coin, false, true],
      ['DUSD', at(dusd), true, true],
      ['MRBL', at(mrbl), true, true],
      ['TLLY', at(tlly), true, true],
      ['WETH', at(wrapped), false, true],
      ['SUSD', at(strictToken), false, true],
    ])
    const _tag = response.headers.get('etag') ?? ''
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
  })

  test('behavior: answers 304 to a known ETag', async () => {
    const { get, query } = await start()
    const etag = (await query('tokens', { chainId: chain })).headers.get('etag') ?? ''
    const again = await get(`/v1/convert/tokens?chainId=${chain}`, { 'if-none-match': etag })
    expect(again.status).toBe(304)
  })

  test('param: address: one token, listed or not, or none', async () => {
    const { query } = await start()
    const find = async (address: string) =>
      (await (await query('tokens', { chainId: chain, address })).json()).tokens
    expect(await find(unsellableToken)).toEqual([
      {
        name: 'Flytrap',
        symbol: 'FLY',
        address: at(unsellableToken),
        decimals: 18,
        eip2612: false,
        listed: false,
      },
    ])
    expect(await find(at(dusd))).toMatchObject([{ symbol: 'DUSD', listed: true }])
    expect(await find(net.trader)).toEqual([])
    expect(await find(coinSentinel)).toMatchObject([{ symbol: 'ETH' }])
  })

  test('error: a network without swaps', async () => {
    const { query } = await start()
    for (const chainId of ['eip155:31338', 'eip155:1', ''])
      expect(await problemOf(query('tokens', { chainId }))).toEqual([400, 'chain-not-supported'])
  })
})

describe('GET /v1/convert/quotes', () => {
  test('behavior: an offer with its route, minimum, impact and spender', async () => {
    const { quote, clock } = await start()
    const amount = parseUnits('32000', 6)
    const found = await quote(at(dusd), coin, amount, { slippage: '0.5' })
    const out = BigInt(found.toAmount)
    expect(found).toMatchObject({
      provider: 'onchain',
      fromAmount: `${amount}`,
      fromAccount: at(dusd),
      toAccount: coin,
      minAmount: `${(out * 9950n) / 10_000n}`,
      spender: router,
      route: { kind: 'pools', router },
      expiresAt: new Date(clock.now + 30_000).toISOString(),
    })
    // 10 of 1,000 ETH, and a fee of 0.05 %.
    expect(found.priceImpact).toBeGreaterThan(1)
    expect(found.priceImpact).toBeLessThan(1.1)
  })

  test('behavior: one percent less is accepted by default, and the coin needs no spender', async () => {
    const { quote } = await start()
    const found = await quote(coin, at(dusd), parseEther('0.1'))
    expect(found.minAmount).toBe(`${(BigInt(found.toAmount) * 9900n) / 10_000n}`)
    expect(found.spender).toBeNull()
    const wrap = await quote(coin, at(wrapped), 10n)
    expect(wrap).toMatchObject({ toAmount: '10', priceImpact: 0, route: { kind: 'wrap', wrapped } })
  })

  test('param: gasPrice: what gas costs decides between one pool and two', async () => {
    const { quote } = await start()
    const hops = async (gasPrice: string) => {
      const { route } = await quote(at(mrbl), coin, parseEther('100'), { gasPrice })
      return route?.kind === 'pools' && route.hops.length
    }
    // Over DUSD the pools are deeper, so that 0.39 ETH are about 0.8 % more.
    expect([await hops('0'), await hops('1000000000000')]).toEqual([2, 1])
  })

  test('error: nobody offers it, or too little is sold', async () => {
    const { quotes } = await start()
    expect(await problemOf(quotes(at(tlly), coin, 5n))).toEqual([404, 'swap-no-route'])
    expect(await problemOf(quotes(coin, at(dusd), 1n))).toEqual([422, 'swap-amount-too-small'])
    expect(await problemOf(quotes(coin, at(dusd), 0n))).toEqual([422, 'swap-amount-too-small'])
    expect(await problemOf(quotes(coin, at(dusd), maxUint256))).toEqual([404, 'swap-no-route'])
  })

  test('error: requests that make no sense', async () => {
    const { quotes } = await start()
    const invalid: [string, string, string, Record<string, string>?][] = [
      [coin, coin, '1'],
      [at(dusd), at(dusd.toLowerCase()), '1'],
      [coin, `eip155:31338:${dusd}`, '1'],
      [coin, dusd, '1'],
      [coin, at('0x12'), '1'],
      [coin, at(dusd), '1', { userAddress: `eip155:1:${net.trader}` }],
      [coin, at(dusd), '1', { amount: '1.5' }],
      [coin, at(dusd), '1', { amount: '-1' }],
      [coin, at(dusd), '1', { amount: '0x10' }],
      [coin, at(dusd), '1', { amount: `${maxUint256 + 1n}` }],
      [coin, at(dusd), '1', { slippage: '51' }],
      [coin, at(dusd), '1', { slippage: '0.001' }],
      [coin, at(dusd), '1', { slippage: '1e1' }],
      [coin, at(dusd), '1', { gasPrice: 'high' }],
    ]
    for (const [from, to, amount, more] of invalid)
      expect(
        await problemOf(quotes(from, to, BigInt(amount), more)),
        `${from} ${to} ${JSON.stringify(more)}`,
      ).toEqual([400, 'invalid-request'])
  })

  test('param: SWAP_PROVIDERS: without providers there are no swaps', async () => {
    const { quotes, get } = await start({ SWAP_PROVIDERS: 'none' })
    expect(await problemOf(quotes(coin, at(dusd), 5n))).toEqual([400, 'chain-not-supported'])
    expect((await (await get('/v1/supported-chains')).json()).swap).toEqual([])
  })

  test('param: DEXES: the networks with exchanges are the ones with swaps', async () => {
    const { get } = await start()
    expect(await (await get('/v1/supported-chains')).json()).toMatchObject({ swap: [chain] })
  })
})

describe('POST /v1/convert/build-transaction', () => {
  test('behavior: swaps as quoted, and pays at least the minimum', async () => {
    const { quote, build } = await start()
    const amount = parseUnits('320', 6)
    const { id: quoteId, minAmount, toAmount } = await quote(at(dusd), at(wrapped), amount)
    const response = await build({ amount: `${amount}`, from: at(dusd), to: at(wrapped), quoteId })
    const { tx } = convertTransaction.parse(await response.json())
    const value = BigInt(tx.amount)
    expect([tx.from, tx.to, value]).toEqual([net.trader, router.toLowerCase(), 0n])
    const own = [{ address: router, kind: 'router02' as const, wrapped }]
    const terms = readSwap({ chainId: chain, account: net.trader, to: tx.to, data: tx.data, value, own })
    const agreed = { account: net.trader, tokenIn: dusd, tokenOut: wrapped, amountIn: amount }
    expect(terms && isAgreedSwap(terms, { ...agreed, minimumOut: BigInt(minAmount) })).toBe(true)
    const before = await net.held(wrapped, net.trader)
    const gas = await net.send(tx.to as Address, tx.data as Address)
    expect((await net.held(wrapped, net.trader)) - before).toBe(BigInt(toAmount))
    expect(gas).toBeLessThan(BigInt(tx.eip155?.gas ?? 0))
  })

  test('behavior: without a quote, sells the coin at the best price', async () => {
    const { build } = await start()
    const amount = parseEther('0.5')
    const response = await build({ amount: `${amount}`, from: coin, to: at(dusd), eip155: { slippage: 0.5 } })
    const { tx } = convertTransaction.parse(await response.json())
    expect(tx.amount).toBe(`${amount}`)
    const before = await net.held(dusd, net.trader)
    await net.send(tx.to as Address, tx.data as Address, amount)
    expect((await net.held(dusd, net.trader)) - before).toBeGreaterThan(parseUnits('1590', 6))
  })

  test('behavior: wraps and unwraps the coin', async () => {
    const { build } = await start()
    for (const [from, to] of [
      [coin, at(wrapped)],
      [at(wrapped), coin],
    ]) {
      const { tx } = convertTransaction.parse(await (await build({ amount: '1000', from, to })).json())
      const before = await net.held(wrapped, net.trader)
      await net.send(tx.to as Address, tx.data as Address, BigInt(tx.amount))
      expect((await net.held(wrapped, net.trader)) - before).toBe(from === coin ? 1000n : -1000n)
    }
  })

  test('error: a quote that has expired, is forged, or is for another swap', async () => {
    const { quote, build, clock } = await start()
    const swap = { amount: '100000000', from: at(dusd), to: at(mrbl) }
    const { id = '' } = await quote(at(dusd), at(mrbl), 100_000_000n)
    const [text = '', mac = ''] = id.split('.')
    const forged = Buffer.from(text, 'base64url')
      .toString()
      .replace(/"minimum":"\d+"/, '"minimum":"1"')
    const refused: [object, string][] = [
      [swap, `${Buffer.from(forged).toString('base64url')}.${mac}`],
      [swap, `${text}.`],
      [swap, 'x'],
      [{ ...swap, amount: '100000001' }, id],
      [{ ...swap, to: coin }, id],
      [{ ...swap, userAddress: at(router) }, id],
    ]
    for (const [body, quoteId] of refused)
      expect(await problemOf(build({ ...body, quoteId }))).toEqual([410, 'swap-quote-expired'])
    expect((await build({ ...swap, quoteId: id })).status).toBe(200)
    clock.now += 30_001
    expect(await problemOf(build({ ...swap, quoteId: id }))).toEqual([410, 'swap-quote-expired'])
  })

  test('error: a price that has become worse than the minimum', async () => {
    const { quote, build } = await start()
    const swap = { amount: '100000000', from: at(dusd), to: at(mrbl) }
    const { id: quoteId, toAmount } = await quote(at(dusd), at(mrbl), 100_000_000n)
    const minAmount = `${BigInt(toAmount) + 1n}`
    expect(await problemOf(build({ ...swap, quoteId, minAmount }))).toEqual([410, 'swap-quote-expired'])
  })

  test('error: a permit, and a slippage that is no percentage', async () => {
    const { build } = await start()
    const swap = { amount: '100000000', from: at(dusd), to: at(mrbl) }
    for (const eip155 of [{ permit: '0x' }, { slippage: 99 }, { slippage: -1 }])
      expect(await problemOf(build({ ...swap, eip155 }))).toEqual([400, 'invalid-request'])
  })
})

describe('GET /v1/convert/build-approve', () => {
  test('behavior: allows the spender exactly the amount, or what the account holds', async () => {
    const { query, user } = await start()
    const approve = async (more: Record<string, string>) => {
      const response = await query('build-approve', {
        userAddress: user,
        from: at(dusd),
        to: at(router),
        ...more,
      })
      return convertApproveResponse.parse(await response.json()).tx
    }
    const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
    const tx = await approve({ amount: '77' })
    expect([tx.from, tx.to.toLowerCase(), tx.value]).toEqual([net.trader, dusd.toLowerCase(), '0'])
    expect(tx.data).toBe(`0x095ea7b3${word(router)}${word(77n)}`)
    const held = await net.held(dusd, net.trader)
    expect((await approve({})).data).toBe(`0x095ea7b3${word(router)}${word(held)}`)
    // Whatever is named, nobody but a provider is allowed anything.
    expect((await approve({ amount: '77', to: at(net.trader) })).data).toBe(tx.data)
  })

  test('error: the coin, and an address that is no token', async () => {
    const { query, user } = await start()
    const refused = (from: string) =>
      problemOf(query('build-approve', { userAddress: user, from, to: at(router) }))
    expect(await refused(coin)).toEqual([400, 'invalid-request'])
    expect(await refused(at(net.trader))).toEqual([400, 'invalid-request'])
  })
})

describe('GET /v1/convert/allowance', () => {
  test('behavior: what the provider may take', async () => {
    const { query, user } = await start()
    const read = async (tokenAddress: string, more = {}) =>
      (await (await query('allowance', { tokenAddress, userAddress: user, ...more })).json()).allowance
    expect(await read(at(dusd))).toBe(`${maxUint256}`)
    expect(await read(at(tlly), { provider: 'onchain' })).toBe('0')
    expect(await read(coin)).toBe(`${maxUint256}`)
  })

  test('error: another network, or an unknown provider', async () => {
    const { query, user } = await start()
    const refused = (more: Record<string, string>) =>
      problemOf(query('allowance', { tokenAddress: at(dusd), userAddress: user, ...more }))
    expect(await refused({ userAddress: `eip155:1:${net.trader}` })).toEqual([400, 'invalid-request'])
    expect(await refused({ provider: 'nobody' })).toEqual([400, 'invalid-request'])
  })
})

describe('GET /v1/convert/gas-price', () => {
  test('behavior: three prices, the faster the higher', async () => {
    const { query } = await start()
    const prices = await (await query('gas-price', { chainId: chain })).json()
    const [standard, fast, instant] = [prices.standard, prices.fast, prices.instant].map(BigInt) as [
      bigint,
      bigint,
      bigint,
    ]
    expect(standard > 0n && fast >= standard && instant >= fast).toBe(true)
  })
})
