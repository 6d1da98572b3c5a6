import type { CaipNetworkId } from '@portico/protocol'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createHeadFollower } from '../../../chains/evm/heads/createHeadFollower.ts'
import type { Chain } from '../../../chains/shared/Chain.ts'
import type { SwapOffer, SwapQuery } from '../../../chains/shared/providers/SwapProvider.ts'
import { createFakeHeads } from '../../../testing/createFakeHeads.ts'
import { withHeadCache } from './withHeadCache.ts'

const query: SwapQuery = {
  chain: 'eip155:1',
  account: '0xa',
  from: 'native',
  to: '0xb',
  amount: 5n,
  slippageBps: 100,
  deadline: 10_000,
}

function start({ id = 'eip155:1' as CaipNetworkId, heads = createFakeHeads({ number: 7 }) } = {}) {
  const follower = createHeadFollower({ heads: new Map([[id, heads]]) })
  onTestFinished(follower.close)
  let count = 0n
  const ask = vi.fn(async (_: SwapQuery): Promise<SwapOffer | undefined> => ({ amountOut: ++count, gas: 1n }))
  const chain = { id, reference: id.split(':')[1] ?? '' } as Chain
  const provider = withHeadCache({
    provider: { id: 'onchain', serves: () => true, cost: 1, rate: null, quote: ask },
    chains: new Map([[id, chain]]),
    follower,
  })
  const quote = async (changes: Partial<SwapQuery> = {}) =>
    (await provider.quote({ ...query, chain: id, ...changes }))?.amountOut
  return { ask, heads, quote }
}

describe('withHeadCache', () => {
  afterEach(() => void vi.useRealTimers())

  test('behavior: equal queries about a block are asked once, whoever asks', async () => {
    const { quote, ask } = start()
    const others = { account: '0xc', slippageBps: 5, deadline: 10_020 }
    expect(await Promise.all([quote(), quote(others)])).toEqual([1n, 1n])
    expect(await quote({ deadline: 99_000 })).toBe(1n)
    expect(ask).toHaveBeenCalledOnce()
  })

  test('behavior: another token, amount or gas price is another query', async () => {
    const { quote } = start()
    const changes = [{ from: '0xd' }, { to: '0xd' }, { amount: 6n }, { gasPrice: 1n }, { gasPrice: 2n }]
    expect(await quote()).toBe(1n)
    for (const [index, change] of changes.entries()) expect(await quote(change)).toBe(BigInt(index + 2))
    expect(await quote()).toBe(1n)
  })

  test('behavior: a new block, also one that replaces another, is asked about anew', async () => {
    const { quote, heads } = start()
    expect([await quote(), await quote()]).toEqual([1n, 1n])
    heads.mine()
    expect([await quote(), await quote()]).toEqual([2n, 2n])
    heads.mine({ number: 8, hash: '0xother' })
    expect([await quote(), await quote()]).toEqual([3n, 3n])
  })

  test('behavior: a late answer about a block does not count for the next one', async () => {
    const { quote, ask, heads } = start()
    let answer: (offer: SwapOffer) => void = () => undefined
    ask.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    const old = quote()
    heads.mine()
    expect(await quote()).toBe(1n)
    answer({ amountOut: 99n, gas: 1n })
    expect(await old).toBe(99n)
    expect(await quote()).toBe(1n)
  })

  test('behavior: no offer is remembered too, a failure is not', async () => {
    const { quote, ask } = start()
    ask.mockResolvedValueOnce(undefined)
    expect([await quote(), await quote()]).toEqual([undefined, undefined])
    ask.mockRejectedValueOnce(new Error('down'))
    const both = await Promise.allSettled([quote({ amount: 6n }), quote({ amount: 6n, deadline: 10_999 })])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(ask).toHaveBeenCalledTimes(2)
    expect(await quote({ amount: 6n })).toBe(1n)
  })

  test('behavior: who may wait longer asks again after a failure', async () => {
    const { quote, ask } = start()
    ask.mockRejectedValueOnce(new Error('too late'))
    const both = await Promise.allSettled([quote(), quote({ deadline: 15_500 })])
    expect(both).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 1n }])
  })

  test('behavior: while no block is known, and on development chains, nothing is remembered', async () => {
    const unknown = start({ heads: createFakeHeads() })
    expect([await unknown.quote(), await unknown.quote()]).toEqual([1n, 2n])
    const local = start({ id: 'eip155:31337' })
    expect([await local.quote(), await local.quote()]).toEqual([1n, 2n])
    expect(local.heads.listeners()).toBe(0)
  })

  test('behavior: follows the chain until a minute after the last quote', async () => {
    vi.useFakeTimers()
    const { quote, heads } = start()
    await quote()
    vi.advanceTimersByTime(59_000)
    await quote()
    vi.advanceTimersByTime(59_000)
    expect(heads.listeners()).toBe(1)
    vi.advanceTimersByTime(1001)
    expect(heads.listeners()).toBe(0)
  })

  test('behavior: keeps a limited number of offers', async () => {
    const { quote, ask } = start()
    for (let amount = 1n; amount <= 1001n; amount++) await quote({ amount })
    expect(ask).toHaveBeenCalledTimes(1001)
    await quote({ amount: 1001n })
    expect(ask).toHaveBeenCalledTimes(1001)
    await quote({ amount: 1n })
    expect(ask).toHaveBeenCalledTimes(1002)
  })
})
