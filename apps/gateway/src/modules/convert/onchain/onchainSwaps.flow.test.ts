import { devnetManifest } from '@portico/devnet/manifest'
import { coinSentinel, writePoolSwap } from '@portico/protocol/swaps'
import { type Address, decodeAbiParameters, maxUint256, pad, parseEther, parseUnits, toHex } from 'viem'
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
