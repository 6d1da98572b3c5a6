import { devnetManifest } from '@portico/devnet/manifest'
import { coinSentinel, writePoolSwap } from '@portico/protocol/swaps'
import { createLog } from '@portico/server'
import {
  type Address,
  decodeAbiParameters,
  decodeFunctionResult,
  encodeFunctionData,
  maxUint256,
  pad,
  parseAbi,
  parseEther,
  parseUnits,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localDexes, startSwapChain } from '../../../../test/startSwapChain.ts'
import type { Hex } from '../../../chains/shared/Chain.ts'
import type { SwapProvider } from '../../../chains/shared/providers/SwapProvider.ts'
import { createPools } from './createPools.ts'
import { onchainSwaps } from './onchainSwaps.ts'

const { swaps, chains } = devnetManifest
const [dusd, mrbl, tlly] = chains[0].tokens.map(({ address }) => address) as [Address, Address, Address]
const { wrapped, router, strictToken, feeToken, unsellableToken } = swaps

let net: Awaited<ReturnType<typeof startSwapChain>>
let provider: SwapProvider
beforeAll(async () => {
  net = await startSwapChain()
  provider = onchainSwaps({
    chains: new Map([[net.chain.id, net.chain]]),
    dexesOf: () => localDexes,
    basesOf: () => [dusd, mrbl, tlly].map((token) => token.toLowerCase() as Hex),
    pools: createPools({ log: createLog({ level: 'silent' }) }),
  })
})
afterAll(() => net?.stop())

function quote(from: string, to: string, amount: bigint) {
  return provider.quote({
    chain: net.chain.id,
    account: net.trader,
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    amount,
    slippageBps: 100,
    deadline: Date.now() + 10_000,
  })
}

describe('onchainSwaps', () => {
  test('behavior: a quote is one exchange with the node once the pools are known', async () => {
    await quote(dusd, 'native', parseUnits('100', 6))
    net.exchanges.length = 0
    const offer = await quote(dusd, 'native', parseUnits('3200', 6))
    expect(net.exchanges).toHaveLength(1)
    expect(offer?.amountOut).toBeGreaterThan(parseEther('0.998'))
    expect(offer?.mid).toBe(parseEther('1'))
    expect(offer?.spender).toBe(router)
    expect(offer?.route).toMatchObject({
      kind: 'pools',
      router,
      hops: [{ kind: 'v3', dex: 'local-v3', tokenIn: dusd, tokenOut: wrapped, fee: 500 }],
    })
  })

  test('behavior: the coin and the wrapped coin are worth each other', async () => {
    const offer = await quote('native', wrapped, 5n)
    expect(offer).toMatchObject({ amountOut: 5n, mid: 5n, route: { kind: 'wrap', wrapped } })
    expect(offer?.spender).toBeUndefined()
    expect((await quote(wrapped, 'native', 7n))?.route).toEqual({ kind: 'unwrap', wrapped })
  })

  test('error: no pools, the same token, dust, and more than any pool can take', async () => {
    expect(await quote(tlly, 'native', 5n)).toBeUndefined()
    expect(await quote('native', 'native', 5n)).toBeUndefined()
    expect(await quote(dusd, dusd, 5n)).toBeUndefined()
    await expect(quote('native', dusd, 1n)).rejects.toMatchObject({ code: 'swap-amount-too-small' })
    await expect(quote('native', dusd, 0n)).rejects.toMatchObject({ code: 'swap-amount-too-small' })
    expect(await quote('native', dusd, 2n ** 256n - 1n)).toBeUndefined()
    expect(await quote('native', dusd, 2n ** 255n)).toBeUndefined()
  })

  test.each([
    ['ETH', 'DUSD', 'native', dusd, 1e17, 1e20],
    ['DUSD', 'ETH', dusd, 'native', 1e8, 1e11],
    ['MRBL', 'DUSD', mrbl, dusd, 1e18, 1e22],
    ['ETH', 'MRBL', 'native', mrbl, 1e16, 1e19],
  ])(
    'behavior: %s to %s: less than 0.5 percent worse than the best split',
    async (_, __, from, to, least, most) => {
      const worst: number[] = []
      for (let step = 0; step <= 24; step++) {
        const amount = BigInt(Math.round(least * (most / least) ** (step / 24)))
        const offer = await quote(from, to, amount)
        const impact =
          Number(((offer?.mid ?? 0n) - (offer?.amountOut ?? 0n)) * 1_000_000n) / Number(offer?.mid) / 10_000
        if (impact >= 3) continue
        const [sold, bought] = [from, to].map((token) => (token === 'native' ? wrapped : token)) as [
          Address,
          Address,
        ]
        const best = await splitBest(sold, bought, amount)
        worst.push(1 - Number(offer?.amountOut) / best)
      }
      expect(worst.length).toBeGreaterThan(4)
      expect(Math.max(...worst)).toBeLessThan(0.005)
    },
  )

  test('behavior: equals what the router pays, on 1,000 random swaps', async () => {
    const random = createRandom(20_261_128)
    const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One
    const sold = ['native', wrapped, dusd, mrbl, strictToken] as const
    const bought = [...sold, feeToken, unsellableToken] as const
    const most: Record<string, number> = { [dusd]: 1e12, [strictToken]: 5e10, [mrbl]: 2e22 }
    const kinds = new Set<string>()
    const gasRatios: number[] = []
    let executed = 0

    /** Quotes a swap and has the router execute it in the same state. */
    async function tryOne() {
      const [from, to] = [pick(sold), pick(bought)]
      if (from === to) return
      // From dust to a third of a pool, each order of magnitude as often.
      const amount = BigInt(Math.ceil((most[from] ?? 1e20) ** random()))
      const offer = await quote(from, to, amount).catch((error) => {
        expect(error).toMatchObject({ code: 'swap-amount-too-small' })
      })
      if (offer?.route?.kind !== 'pools') return
      const { hops } = offer.route
      const write = (account: Address, minimumOut: bigint) =>
        writePoolSwap({
          router: { address: router, kind: 'router02', wrapped },
          account,
          tokenIn: from === 'native' ? coinSentinel : from,
          tokenOut: to === 'native' ? coinSentinel : to,
          amountIn: amount,
          minimumOut,
          hops,
          deadline: maxUint256,
        })
      const call = write(net.trader, offer.amountOut)
      const answer = await net.rpc('eth_call', [
        { from: net.trader, to: router, data: call.data, value: toHex(call.value) },
        'latest',
      ])
      const [results] = decodeAbiParameters([{ type: 'bytes[]' }], answer as Hex)
      // The last call unwraps the coin, and returns nothing.
      const paid = BigInt(results.findLast((result) => result !== '0x') ?? 0)
      expect(paid, `${amount} ${from} → ${to}`).toBe(offer.amountOut)
      kinds.add(hops.map(({ kind }) => kind).join('>'))
      executed++
      return { offer, to, write }
    }

    while (executed < 1000) {
      const round = (await Promise.all(Array.from({ length: 10 }, tryOne))).filter((one) => one !== undefined)
      // One of them is mined, so that the next ones find other prices, and pays exactly what was quoted.
      const mined = round[0]
      if (!mined) continue
      const recipient = pad(toHex(0xabcd00000 + executed), { size: 20 })
      const { data, value } = mined.write(recipient, mined.offer.amountOut)
      const gasUsed = await net.send(router, data, value)
      expect(await net.held(mined.to, recipient)).toBe(mined.offer.amountOut)
      gasRatios.push(Number(mined.offer.gas) / Number(gasUsed))
    }
    expect(Math.min(...gasRatios)).toBeGreaterThan(0.95)
    expect(Math.max(...gasRatios)).toBeLessThan(1.3)
    // Every kind of route was among them.
    expect([...kinds].sort()).toEqual(['v2', 'v2>v2', 'v2>v3', 'v3', 'v3>v2', 'v3>v3'])
  }, 120_000)
})

const reads = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getPool(address, address, uint24) view returns (address)',
  'function getReserves() view returns (uint112, uint112)',
  'function slot0() view returns (uint160)',
  'function liquidity() view returns (uint128)',
])

/**
 * Splits an amount over all routes in 400 parts, each to the route that pays the most for it. The pools have liquidity over all
 * prices, so that the ones with ticks behave as pairs of `liquidity / price` and `liquidity * price`.
 */
async function splitBest(from: Address, to: Address, amount: bigint): Promise<number> {
  type Reserves = { tokens: readonly [Address, Address]; held: [number, number]; keeps: number }
  const read = async (target: Address, functionName: string, args: readonly unknown[] = []) => {
    const data = encodeFunctionData({ abi: reads, functionName, args } as never)
    const answer = (await net.rpc('eth_call', [{ to: target, data }, 'latest'])) as Hex
    return decodeFunctionResult({ abi: reads, functionName, data: answer } as never) as unknown
  }
  const found: Reserves[] = []
  for (const pair of [
    [wrapped, dusd],
    [mrbl, dusd],
    [mrbl, wrapped],
  ] as const) {
    const tokens = pair[0].toLowerCase() < pair[1].toLowerCase() ? pair : ([pair[1], pair[0]] as const)
    const address = (await read(swaps.factory, 'getPair', tokens)) as Address
    if (!/^0x0+$/.test(address)) {
      const [first, second] = (await read(address, 'getReserves')) as [bigint, bigint]
      found.push({ tokens, held: [Number(first), Number(second)], keeps: 0.997 })
    }
    for (const fee of [500, 3000]) {
      const pool = (await read(swaps.factory, 'getPool', [...tokens, fee])) as Address
      if (/^0x0+$/.test(pool)) continue
      const root = Number((await read(pool, 'slot0')) as bigint) / 2 ** 96
      const liquidity = Number((await read(pool, 'liquidity')) as bigint)
      found.push({ tokens, held: [liquidity / root, liquidity * root], keeps: 1 - fee / 1e6 })
    }
  }
  const between = (one: Address, other: Address) =>
    found.filter(({ tokens }) => tokens.includes(one) && tokens.includes(other))
  const third = [wrapped, dusd, mrbl].find((token) => token !== from && token !== to) as Address
  const routes = [
    ...between(from, to).map((pool) => [pool]),
    ...between(from, third).flatMap((first) => between(third, to).map((second) => [first, second])),
  ]
  /** What a route pays for an amount; with `isDone`, its pools change. */
  const sell = (route: readonly Reserves[], sold: number, isDone = false): number => {
    let token = from
    let left = sold
    for (const { tokens, held, keeps } of route) {
      const side = tokens[0] === token ? 0 : 1
      const [into, out] = [held[side], held[1 - side] as number]
      const paid = (out * left * keeps) / (into + left * keeps)
      if (isDone) {
        held[side] += left
        held[1 - side] = out - paid
      }
      left = paid
      token = tokens[1 - side] as Address
    }
    return left
  }
  const part = Number(amount) / 400
  let total = 0
  for (let count = 0; count < 400; count++) {
    const best = routes.reduce((most, route) => (sell(route, part) > sell(most, part) ? route : most))
    total += sell(best, part, true)
  }
  return total
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
