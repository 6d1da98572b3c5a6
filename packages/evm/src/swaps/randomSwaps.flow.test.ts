import type { SwapAsset, SwapOrder } from '@portico/core'
import { devnetManifest } from '@portico/devnet/manifest'
import type { ConvertHop } from '@portico/protocol/gateway'
import { type SwapRouter, writePoolSwap } from '@portico/protocol/swaps'
import { createEvmWallet } from '@portico/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assets, hop, type LocalSwapsTest, routers, startLocalSwaps } from '../../test/startLocalSwaps.ts'
import { encodeCall } from '../transfers/encodeCall.ts'
import { transfers } from '../transfers/transfers.ts'
import { swaps } from './swaps.ts'

let local: LocalSwapsTest
beforeAll(async () => {
  local = await startLocalSwaps()
}, 180_000)
afterAll(() => local?.stop())

const { eth, weth, dusd, mrbl, strict, fee } = assets
const [account, mover] = devnetManifest.accounts.map(({ address }) => address) as [string, string]
const [router] = routers as [SwapRouter]
const rounds = 300

/** Linear congruential generator: the same swaps in every run. */
let seed = 20_261
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed % below
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T

/** Pairs with the routes between them; the coin stands for its wrapped form. */
const routes: readonly (readonly [from: SwapAsset, to: SwapAsset, hops: ConvertHop[]])[] = [
  [eth, dusd, [hop('v3', weth, dusd)]],
  [eth, dusd, [hop('v2', weth, dusd)]],
  [dusd, eth, [hop('v3', dusd, weth)]],
  [dusd, mrbl, [hop('v2', dusd, mrbl)]],
  [mrbl, dusd, [hop('v3', mrbl, weth), hop('v2', weth, dusd)]],
  [mrbl, eth, [hop('v2', mrbl, dusd), hop('v3', dusd, weth)]],
  [dusd, strict, [hop('v3', dusd, strict)]],
  [strict, eth, [hop('v3', strict, dusd), hop('v3', dusd, weth)]],
  [eth, fee, [hop('v2', weth, fee)]],
  [fee, eth, [hop('v2', fee, weth)]],
]

async function send(from: string, to: string | undefined, data: string, value = 0n): Promise<void> {
  const hex = `0x${value.toString(16)}`
  await local.request('eth_sendTransaction', { from, to, data, value: hex, gas: '0x1e8480' })
}

/** Somebody else swaps over the same pools, so that the price moves by up to some percent either way. */
async function movePrice(hops: readonly ConvertHop[], part: bigint): Promise<void> {
  const { tokenIn, tokenOut, kind } = pick(hops)
  const back = random(2) === 0
  const [sold, bought] = back ? [tokenOut, tokenIn] : [tokenIn, tokenOut]
  const { fee: poolFee } = hops.find((each) => each.tokenIn === tokenIn) as ConvertHop
  const asset = Object.values(assets).find(({ token }) => token === sold) as SwapAsset
  const amountIn = (await local.balanceOf(mover, asset)) / part
  if (amountIn === 0n) return
  const { data } = writePoolSwap({
    ...{ router, account: mover, tokenIn: sold, tokenOut: bought, amountIn, minimumOut: 1n },
    ...{ hops: [{ kind, tokenIn: sold, tokenOut: bought, fee: poolFee }], deadline: 2n ** 40n },
  })
  await send(mover, router.address, data)
}

test('behavior: of 300 random swaps with moving prices, each returns at least the minimum or moves nothing', async () => {
  for (const address of [account, mover]) await local.request('anvil_impersonateAccount', address)
  for (const holder of [account, mover]) {
    for (const { token, decimals } of [dusd, mrbl, strict, fee])
      await send(holder, token, encodeCall('40c10f19', [holder, 1_000_000n * 10n ** BigInt(decimals)]))
    await local.request('anvil_setBalance', holder, `0x${(10n ** 23n).toString(16)}`)
  }
  await send(mover, weth.token, '0xd0e30db0', 10n ** 22n)
  for (const { token } of [weth, dusd, mrbl, strict, fee])
    await send(mover, token, encodeCall('095ea7b3', [router.address, 2n ** 255n]))

  const { provider } = createEvmWallet({
    ...{ chains: [{ chainId: 31337, rpcUrl: local.endpoint.urls[0] ?? '' }], authorized: true },
  })
  const counts = { kept: 0, refused: 0, late: 0 }
  for (let round = 0; round < rounds; round++) {
    const [from, to, hops] = pick(routes)
    const amount = BigInt(1 + random(2_000)) * 10n ** BigInt(from.decimals - (from === eth ? 3 : 1))
    const wish = { account, from, to, amount }
    const quote = await local.quote(wish, hops)
    const slippage = BigInt(pick([10, 50, 100]))
    const minimum = (BigInt(quote.toAmount) * (10_000n - slippage) + 9_999n) / 10_000n
    const order: SwapOrder = { ...wish, minimum, quote }
    // Before the rehearsal, or between it and the block.
    const moves = random(3)
    if (moves === 1) await movePrice(hops, pick([200n, 5_000n, 50_000n]))
    const parameters = { ...local.endpoint, provider, routers, fetchTransaction: () => Promise.reject() }
    const plan = await swaps.prepare({ ...parameters, order })
    if (plan.refusal) {
      expect(plan.refusal).toBe('below-minimum')
      counts.refused++
      continue
    }
    const before = await local.balanceOf(account, to)
    let signature: string | undefined
    let isLate = false
    for (const step of plan.steps) {
      if (step === 'swap' && moves === 2) await movePrice(hops, pick([200n, 5_000n, 50_000n]))
      try {
        const result = await swaps.perform({ ...parameters, plan, step, signature })
        if ('signature' in result) signature = result.signature
        else {
          const waiting = { ...local.endpoint, sent: result.sent, signal: AbortSignal.timeout(20_000) }
          isLate = (await transfers.waitForOutcome(waiting)) === 'failed'
        }
      } catch (error) {
        // The wallet's node has found that the swap would fail.
        expect(step, String(error)).toBe('swap')
        isLate = true
      }
    }
    const got = (await local.balanceOf(account, to)) - before
    if (isLate) counts.late++
    else counts.kept++
    // The fee is paid in coins.
    if (to === eth) expect(got).toBeGreaterThan(isLate ? -plan.fee : minimum - plan.fee)
    else if (isLate) expect(got).toBe(0n)
    else expect(got).toBeGreaterThanOrEqual(minimum)
  }
  expect(counts.kept).toBeGreaterThan(rounds / 2)
  expect(counts.refused + counts.late).toBeGreaterThan(0)
}, 300_000)
