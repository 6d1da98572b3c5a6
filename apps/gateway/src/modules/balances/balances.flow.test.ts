import { getArtifacts } from '@portico/devnet/artifacts'
import {
  type BalanceResponse,
  balanceResponse,
  fungiblePriceResponse,
  portfolioResponse,
  problem,
} from '@portico/protocol/gateway'
import { type Hex, pad, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'
import { burner, liar } from '../../testing/hostileTokens.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'
import { startProxy } from '../../testing/startProxy.ts'

const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const me = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const account = `eip155:31337:${me}`
const addressOf = (index: number) => pad(toHex(0x770000 + index), { size: 20 })
/** Returns 0 to every call: a token of which the account holds nothing. */
const empty: Hex = '0x600060005260206000f3'
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

let anvil: Anvil
beforeAll(async () => {
  const { Multicall3 } = await getArtifacts()
  anvil = await startAnvil()
  const code = await anvil.rpc('eth_call', [{ data: Multicall3.bytecode }, 'latest'])
  await anvil.rpc('anvil_setCode', [multicall3, code])
  // `liar` returns 1 to every call: a balance of 1, and 1 decimal.
  for (let index = 0; index < 500; index++) await anvil.rpc('anvil_setCode', [addressOf(index), liar])
  for (let index = 500; index < 970; index++) await anvil.rpc('anvil_setCode', [addressOf(index), empty])
  for (let index = 970; index < 1000; index++) await anvil.rpc('anvil_setCode', [addressOf(index), liar])
}, 60_000)
afterAll(() => anvil?.stop())

/** A token list; the gateway reads fields that `fields` leaves out from the contract. */
const list = (from: number, fields: Record<string, unknown>) =>
  JSON.stringify({
    'eip155:31337': Array.from({ length: 500 }, (_, index) => ({
      address: addressOf(from + index),
      symbol: `T${index}`,
      name: `Token ${index}`,
      ...fields,
    })),
  })

async function gateway(env: Record<string, string> = {}) {
  const proxy = await startProxy({ url: anvil.url })
  const test = await createTestApp({ rpcUrls: { 'eip155:31337': [proxy.url] }, env })
  const read = async (query = '', headers: Record<string, string> = {}) => {
    const response = await test.get(`/v1/account/${account}/balance?${query}`, headers)
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: (response.ok && text !== '' ? balanceResponse.parse(JSON.parse(text)) : undefined) as
        | BalanceResponse
        | undefined,
    }
  }
  /** Number of HTTP requests that read balances, names or prices; the index also reads the head and logs. */
  const reads = () => proxy.exchanges.filter((methods) => methods.some(isRead)).length
  return { ...test, proxy, read, reads }
}
const isRead = (method: string) => method === 'eth_call' || method === 'eth_getBalance'

describe('GET /v1/account/{address}/balance', () => {
  test.each([
    ['all of them held, with listed decimals', 0, { decimals: 1 }, 501],
    ['thirty held, with decimals and prices to read', 500, {}, 31],
  ])(
    'behavior: reads 500 listed tokens with at most three requests: %s',
    async (_, from, fields, expected) => {
      const feed = { 'eip155:31337': { native: addressOf(0), [addressOf(971)]: addressOf(0) } }
      const { read, reads } = await gateway({
        TOKENS: list(from, fields),
        PRICE_FEEDS: JSON.stringify(feed),
      })
      const { body, status } = await read()
      expect([status, body?.balances.length]).toEqual([200, expected])
      expect(body?.balances[1]?.quantity).toEqual({ decimals: '1', numeric: '0.1' })
      expect(reads()).toBeLessThanOrEqual(3)
    },
    60_000,
  )

  test('behavior: hundreds of tokens that burn all gas neither hide other tokens nor multiply the requests', async () => {
    for (let index = 4000; index < 4470; index++) await anvil.rpc('anvil_setCode', [addressOf(index), burner])
    for (let index = 4470; index < 4500; index++) await anvil.rpc('anvil_setCode', [addressOf(index), liar])
    const { read, reads } = await gateway({ TOKENS: list(4000, { decimals: 1 }) })
    expect((await read()).body?.balances).toHaveLength(31)
    expect(reads()).toBeLessThan(40)
  }, 60_000)

  test('behavior: reads tokens once per block', async () => {
    const { read, reads } = await gateway({ TOKENS: list(0, { decimals: 1 }) })
    const first = await read()
    const before = reads()
    expect((await read()).body).toEqual(first.body)
    expect(reads()).toBe(before)
    await anvil.rpc('anvil_mine', ['0x1'])
    await read()
    expect(reads()).toBeGreaterThan(before)
  })

  test('behavior: returns 304 while nothing has changed, and the full response after a change', async () => {
    const { read } = await gateway()
    const first = await read()
    const tag = first.headers.get('etag') ?? ''
    expect([tag.slice(0, 3), first.headers.get('cache-control')]).toEqual(['W/"', 'private, no-cache'])
    for (const given of [tag, `"other", ${tag}`, tag.replace('W/', '')]) {
      const again = await read('', { 'if-none-match': given })
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, undefined, tag])
    }
    expect((await read('', { 'if-none-match': '"other"' })).status).toBe(200)
    await anvil.rpc('anvil_setBalance', [me, toHex(10n ** 18n)])
    await anvil.rpc('anvil_mine', ['0x1'])
    const changed = await read('', { 'if-none-match': tag })
    expect([changed.status, changed.body?.balances[0]?.quantity.numeric]).toEqual([200, '1'])
  })

  test('behavior: a poll of a followed chain needs no requests to its node', async () => {
    const proxy = await startProxy({
      url: anvil.url,
      before: ({ method }) => (method === 'eth_chainId' ? { result: '0x2a' } : undefined),
    })
    const { get } = await createTestApp({ rpcUrls: { 'eip155:42': [proxy.url] } })
    const ask = (tag = '') => get(`/v1/account/eip155:42:${me}/balance`, tag ? { 'if-none-match': tag } : {})
    let response = await ask()
    // The first responses arrive before the gateway follows the chain.
    await expect
      .poll(
        async () => {
          const before = proxy.exchanges.length
          response = await ask(response.headers.get('etag') ?? '')
          const polled = proxy.exchanges.slice(before).flat()
          return [response.status, polled.filter((method) => method !== 'eth_getBlockByNumber').length]
        },
        { timeout: 20_000, interval: 20 },
      )
      .toEqual([304, 0])
  })

  test('param: forceUpdate reads an unlisted token and bypasses the cache', async () => {
    const { read, reads } = await gateway()
    await read()
    const before = reads()
    const { body } = await read(`forceUpdate=eip155:31337:${native}`)
    expect(reads()).toBeGreaterThan(before)
    expect(body?.balances).toHaveLength(1)
    await anvil.rpc('anvil_setCode', [addressOf(2000), named('Forced')])
    const forced = await read(`forceUpdate=eip155:31337:${addressOf(2000)},eip155:1:${addressOf(1)}`)
    expect(forced.body?.balances.map(({ symbol }) => symbol)).toEqual(['ETH', 'Forced'])
  })

  test.each(['x', addressOf(1), 'eip155:31337:0x12', Array(101).fill(`eip155:31337:${native}`).join()])(
    'error: refuses forceUpdate=%.40s',
    async (value) => {
      const { get } = await createTestApp({ rpcUrls: { 'eip155:31337': [anvil.url] } })
      const response = await get(`/v1/account/${account}/balance?forceUpdate=${value}`)
      expect(response.status).toBe(400)
      expect(problem.parse(await response.json()).errors?.[0]?.pointer).toBe('forceUpdate')
    },
  )

  test('behavior: coverage is `indexed` only if all tokens that the account has transferred are known', async () => {
    const slow = await startProxy({ url: anvil.url, before: failLogs })
    const { get } = await createTestApp({ rpcUrls: { 'eip155:31337': [slow.url] } })
    const response = await get(`/v1/account/${account}/balance`)
    expect(((await response.json()) as BalanceResponse).coverage).toBe('list')
    expect((await (await gateway()).read()).body?.coverage).toBe('indexed')
  })

  test('error: tokens whose name is empty, a megabyte long or made of control characters', async () => {
    const victim = `0x${'ab'.repeat(20)}` as Hex
    const bad = [named('\u0000\u0007'), named('x'.repeat(32)), huge, named('')]
    for (const [index, code] of bad.entries())
      await anvil.rpc('anvil_setCode', [addressOf(3000 + index), code])
    const tokens = bad.map((_, index) => ({ address: addressOf(3000 + index) }))
    const good = { address: addressOf(1), symbol: 'GOOD', name: 'Good', decimals: 1 }
    const { get } = await gateway({ TOKENS: JSON.stringify({ 'eip155:31337': [...tokens, good] }) })
    const response = await get(`/v1/account/eip155:31337:${victim}/balance`)
    const { balances } = (await response.json()) as BalanceResponse
    expect(balances.map(({ symbol }) => symbol)).toContain('GOOD')
    for (const { symbol, name } of balances) {
      expect(symbol.length).toBeLessThanOrEqual(32)
      expect(name.length).toBeLessThanOrEqual(120)
    }
  })
})

describe('GET /v1/account/{address}/portfolio', () => {
  test('behavior: lists what the account holds, without amounts', async () => {
    const { get } = await gateway({ TOKENS: list(0, { decimals: 1 }) })
    const response = await get(`/v1/account/${account}/portfolio`)
    const { data } = portfolioResponse.parse(await response.json())
    expect(data).toHaveLength(501)
    expect(data).toContainEqual({ id: `eip155:31337:${native}`, name: 'Ether', symbol: 'ETH' })
  })
})

describe('POST /v1/fungible/price', () => {
  const ask = async (test: Awaited<ReturnType<typeof createTestApp>>, body: unknown) =>
    test.app.request('/v1/fungible/price', { method: 'POST', body: JSON.stringify(body) })
  const token = `eip155:31337:${addressOf(1)}`
  const env = {
    TOKENS: list(0, { decimals: 1 }),
    PRICE_FEEDS: JSON.stringify({ 'eip155:31337': { native: 2000 } }),
    CURRENCY_FEEDS: JSON.stringify({ eur: 1.25 }),
  }

  test('behavior: returns name, decimals and price in the order of the request, and marks unknown prices', async () => {
    const test = await gateway(env)
    const response = await ask(test, {
      projectId: 'local',
      currency: 'eur',
      addresses: [token, `eip155:31337:${native}`, `eip155:1:${native}`],
    })
    expect(fungiblePriceResponse.parse(await response.json())).toEqual({
      fungibles: [
        {
          address: token,
          name: 'Token 1',
          symbol: 'T1',
          iconUrl: '',
          price: 0,
          isPriced: false,
          decimals: '1',
        },
        {
          address: `eip155:31337:${native}`,
          name: 'Ether',
          symbol: 'ETH',
          iconUrl: '',
          price: 1600,
          isPriced: true,
          decimals: '18',
        },
      ],
    })
    const yen = await ask(test, {
      projectId: 'local',
      currency: 'jpy',
      addresses: [`eip155:31337:${native}`],
    })
    expect(fungiblePriceResponse.parse(await yen.json()).fungibles[0]).toMatchObject({
      price: 0,
      isPriced: false,
    })
  })

  test.each([
    [{ projectId: 'local', addresses: ['x', token] }, 400, '/addresses/0'],
    [{ projectId: 'local', addresses: [] }, 400, '/addresses'],
    [{ projectId: 'local', addresses: [token], currency: 'doge' }, 400, 'currency'],
    [{ projectId: 'nobody', addresses: [token] }, 401, undefined],
  ])('error: refuses %j', async (body, status, pointer) => {
    const response = await ask(await gateway(env), body)
    const { errors } = problem.parse(await response.json())
    expect([response.status, errors?.[0]?.pointer]).toEqual([status, pointer])
  })
})

/** Makes a node fail every request for logs. */
const failLogs = ({ method }: { method: string }) =>
  method === 'eth_getLogs' ? { error: { code: -32000, message: 'no index' } } : undefined

/** Code of a contract whose number functions return 1 and whose others, such as `name`, return `text` as bytes32. */
function named(text: string): Hex {
  const isNumber = (selector: string) => `8063${selector}14604357`
  const answer = '60005260206000f3'
  const word = toHex(text, { size: 32 }).slice(2)
  return `0x60003560e01c${isNumber('313ce567')}${isNumber('70a08231')}7f${word}${answer}5b6001${answer}`
}

/** Code of a contract that returns a megabyte to every call. */
const huge: Hex = '0x6001600052620f42406000f3'
