import { createLog } from '@portico/server'
import { encodeFunctionResult, parseAbi } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import type { Chain, Hex } from '../../chains/shared/Chain.ts'
import type { Config } from '../../infra/config/Config.ts'
import { createPrices } from './createPrices.ts'

const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
])
const feed = `0x${'f'.repeat(40)}` as Hex
const now = 1_800_000_000_000
const log = createLog({ level: 'silent' })

/** A price service on a chain whose only contract is a feed. */
function make({
  config = {},
  chainId = '1',
  answers = [],
  fetchJson = async () => ({ coins: {} }),
}: {
  config?: Partial<Config>
  chainId?: string
  answers?: readonly string[]
  fetchJson?: (query: { url: string }) => Promise<unknown>
}) {
  const chain: Chain = {
    id: `eip155:${chainId}` as 'eip155:1',
    reference: chainId,
    request: async () => '0x',
    requestMany: async (calls) => calls.map((_, index) => answers[index] ?? '0x'),
  }
  const base = { priceMaxAge: 3600, llamaUrl: undefined }
  const empty = { prices: new Map(), pricePools: new Map(), currencies: new Map() }
  return createPrices({
    config: { ...base, ...empty, ...config },
    chains: new Map([[chain.id, chain]]),
    fetchJson,
    log,
    now: () => now,
  })
}

/** Reads the price of a feed, on a chain without Multicall3. */
async function priceOf({
  answer = 3200_00000000n,
  age = 60,
  decimals = 8,
  chainId = '1',
  maxAge = 3600,
  broken = false,
}): Promise<number | undefined> {
  const round = [1n, answer, 0n, age < 0 ? 0n : BigInt(now / 1000 - age), 1n] as const
  const answers = [
    encodeFunctionResult({ abi, functionName: 'decimals', result: decimals }),
    encodeFunctionResult({ abi, functionName: 'latestRoundData', result: round }),
  ]
  const chain = `eip155:${chainId}` as const
  const prices = make({
    chainId,
    config: { prices: new Map([[chain, new Map([['native', { chain, feed }]])]]), priceMaxAge: maxAge },
    answers: broken ? ['0x', '0x1234'] : answers,
  })
  return (await prices.read({ chain, assets: ['native', '0xunknown'], deadline: Date.now() + 1000 })).get(
    'native',
  )
}

describe('feedPrices', () => {
  test('behavior: scales the answer of a feed by its decimals', async () => {
    expect(await priceOf({})).toBe(3200)
    expect(await priceOf({ answer: 10n ** 18n, decimals: 18 })).toBe(1)
  })
  test('behavior: ignores stale answers, except on development chains or without a maximum age', async () => {
    expect(await priceOf({ age: 3601 })).toBeUndefined()
    expect(await priceOf({ age: 3601, maxAge: 0 })).toBe(3200)
    expect(await priceOf({ age: 1e6, chainId: '31337' })).toBe(3200)
  })
  test('error: a feed without answer, with an answer that is not positive, or that is not a feed', async () => {
    expect(await priceOf({ age: -1 })).toBeUndefined()
    expect(await priceOf({ answer: 0n })).toBeUndefined()
    expect(await priceOf({ answer: -5n })).toBeUndefined()
    expect(await priceOf({ decimals: 200 })).toBeUndefined()
    expect(await priceOf({ broken: true })).toBeUndefined()
  })
})

describe('createPriceService', () => {
  const token = `0x${'1'.repeat(40)}`
  const deadline = () => Date.now() + 1000

  test('behavior: without sources nothing has a price', async () => {
    const prices = make({})
    expect(await prices.read({ chain: 'eip155:1', assets: ['native'], deadline: deadline() })).toEqual(
      new Map(),
    )
    expect(await prices.rate({ currency: 'eur', deadline: deadline() })).toBeUndefined()
  })

  test('behavior: the configuration wins, and a service provides the rest', async () => {
    const requestedUrls: string[] = []
    const prices = make({
      config: {
        prices: new Map([['eip155:1', new Map([['native', { price: 3000 }]])]]),
        llamaUrl: 'https://prices.example',
      },
      async fetchJson({ url }) {
        requestedUrls.push(url)
        const coin = (price: number) => ({ price, timestamp: now / 1000, confidence: 0.99 })
        return { coins: { [`ethereum:${token}`]: coin(1.5), [`ethereum:0x${'0'.repeat(40)}`]: coin(9) } }
      },
    })
    const read = () => prices.read({ chain: 'eip155:1', assets: ['native', token], deadline: deadline() })
    const expected = new Map([
      ['native', 3000],
      [token, 1.5],
    ])
    expect(await read()).toEqual(expected)
    expect(await read()).toEqual(expected)
    expect(requestedUrls).toEqual([`https://prices.example/prices/current/ethereum%3A${token}`])
  })

  test('behavior: prices a coin of another namespace by a feed on this chain, and its tokens by the service', async () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const requestedUrls: string[] = []
    const prices = (hasFeed: boolean) =>
      make({
        config: {
          prices: new Map(hasFeed ? [[chain, new Map([['native', { chain: 'eip155:1', feed }]])]] : []),
          llamaUrl: 'https://prices.example',
        },
        answers: [
          encodeFunctionResult({ abi, functionName: 'decimals', result: 8 }),
          encodeFunctionResult({
            abi,
            functionName: 'latestRoundData',
            result: [1n, 150_00000000n, 0n, BigInt(now / 1000), 1n],
          }),
        ],
        async fetchJson({ url }) {
          requestedUrls.push(decodeURIComponent(url))
          const coin = (price: number) => ({ price, timestamp: now / 1000 })
          return { coins: { [`solana:${mint}`]: coin(1), 'coingecko:solana': coin(149) } }
        },
      })
    const read = (hasFeed: boolean) =>
      prices(hasFeed).read({ chain, assets: ['native', mint], deadline: deadline() })
    const dollar = [mint, 1] as const
    expect(await read(true)).toEqual(new Map([['native', 150], dollar]))
    expect(await read(false)).toEqual(new Map([['native', 149], dollar]))
    expect(requestedUrls).toEqual([
      `https://prices.example/prices/current/solana:${mint}`,
      `https://prices.example/prices/current/coingecko:solana,solana:${mint}`,
    ])
  })

  test('error: a service that is down affects only its own prices', async () => {
    const prices = make({
      config: {
        prices: new Map([['eip155:1', new Map([['native', { price: 3000 }]])]]),
        llamaUrl: 'https://prices.example',
      },
      fetchJson: () => Promise.reject(new Error('down')),
    })
    expect(await prices.read({ chain: 'eip155:1', assets: ['native', token], deadline: deadline() })).toEqual(
      new Map([['native', 3000]]),
    )
  })

  test('param: currencies: a number, a feed, ether by its price, and an unknown one', async () => {
    const round = [1n, 1_08000000n, 0n, BigInt(now / 1000), 1n] as const
    const prices = make({
      config: {
        prices: new Map([['eip155:1', new Map([['native', { price: 4000 }]])]]),
        currencies: new Map([
          ['gbp', { price: 1.25 }],
          ['eur', { chain: 'eip155:1', feed }],
          ['jpy', { chain: 'eip155:5', feed }],
        ]),
      },
      answers: [
        encodeFunctionResult({ abi, functionName: 'decimals', result: 8 }),
        encodeFunctionResult({ abi, functionName: 'latestRoundData', result: round }),
      ],
    })
    const rate = (currency: string) => prices.rate({ currency, deadline: deadline() })
    expect([await rate('usd'), await rate('gbp'), await rate('eur'), await rate('eth')]).toEqual([
      1,
      0.8,
      1 / 1.08,
      1 / 4000,
    ])
    expect([await rate('jpy'), await rate('btc')]).toEqual([undefined, undefined])
  })
})
