import { devnetManifest } from '@portico/devnet/manifest'
import { type Address, pad, parseEther, parseUnits, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Hex } from '../../../chains/shared/Chain.ts'
import type { SwapProvider } from '../../../chains/shared/providers/SwapProvider.ts'
import { encodeRoute, localDexes, startSwapChain } from '../testing/startSwapChain.ts'
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
    pools: createPools(),
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

  test('behavior: equals what the router pays, on 1,000 random swaps of one chain', async () => {
    const random = createRandom(20_261_128)
    const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One
    const sold = ['native', wrapped, dusd, mrbl, strictToken] as const
    const bought = [...sold, feeToken, unsellableToken] as const
    const most: Record<string, number> = { [dusd]: 1e12, [strictToken]: 5e10, [mrbl]: 2e22 }
    const kinds = new Map<string, number>()
    const gasRatios: number[] = []
    let executed = 0
    while (executed < 1000) {
      const [from, to] = [pick(sold), pick(bought)]
      if (from === to) continue
      // From dust to a third of a pool, each order of magnitude as often.
      const amount = BigInt(Math.ceil((most[from] ?? 1e20) ** random()))
      const offer = await quote(from, to, amount).catch((error) => {
        expect(error).toMatchObject({ code: 'swap-amount-too-small' })
      })
      if (offer?.route?.kind !== 'pools') continue
      executed++
      const recipient = pad(toHex(0xabcd00000 + executed), { size: 20 })
      const data = encodeRoute({ route: offer.route, amount, minimum: offer.amountOut, recipient, to })
      const gasUsed = await net.send(router, data, from === 'native' ? amount : 0n)
      expect(await net.held(to, recipient), `${amount} ${from} → ${to}`).toBe(offer.amountOut)
      const kind = offer.route.hops.map((hop) => hop.kind).join('>')
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      gasRatios.push(Number(offer.gas) / Number(gasUsed))
    }
    expect(Math.min(...gasRatios)).toBeGreaterThan(0.95)
    expect(Math.max(...gasRatios)).toBeLessThan(1.25)
    // Every kind of route was among them.
    expect([...kinds.keys()].sort()).toEqual(['v2', 'v2>v2', 'v2>v3', 'v3', 'v3>v2', 'v3>v3'])
  }, 60_000)
})

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
