import { encodeFunctionResult, parseAbi } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import type { Chain, Hex } from '../../chain/Chain.ts'
import { createPriceService } from './service.ts'

const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
])
const feed = `0x${'f'.repeat(40)}` as Hex
const now = 1_800_000_000_000

/** What a feed gives for a price, on a chain without Multicall3. */
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
  const chain: Chain = {
    id: `eip155:${chainId}` as 'eip155:1',
    reference: chainId,
    request: async () => '0x',
    requestMany: async () => (broken ? ['0x', '0x1234'] : answers),
  }
  const prices = createPriceService({
    prices: new Map([[chain.id, new Map([['native', { feed }]])]]),
    priceMaxAge: maxAge,
    now: () => now,
  })
  return (await prices.read({ chain, assets: ['native', '0xunknown'], deadline: Date.now() + 1000 })).get(
    'native',
  )
}

describe('createPriceService', () => {
  test('behavior: the answer of a feed in its decimals', async () => {
    expect(await priceOf({})).toBe(3200)
    expect(await priceOf({ answer: 10n ** 18n, decimals: 18 })).toBe(1)
  })
  test('behavior: an old answer is none, but on a development chain or where age does not count', async () => {
    expect(await priceOf({ age: 3601 })).toBeUndefined()
    expect(await priceOf({ age: 3601, maxAge: 0 })).toBe(3200)
    expect(await priceOf({ age: 1e6, chainId: '31337' })).toBe(3200)
  })
  test('error: a feed that never answered, says nothing positive, or is no feed', async () => {
    expect(await priceOf({ age: -1 })).toBeUndefined()
    expect(await priceOf({ answer: 0n })).toBeUndefined()
    expect(await priceOf({ answer: -5n })).toBeUndefined()
    expect(await priceOf({ decimals: 200 })).toBeUndefined()
    expect(await priceOf({ broken: true })).toBeUndefined()
  })
})
