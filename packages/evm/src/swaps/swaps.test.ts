import type { RpcClient, SwapAsset, SwapOrder, SwapPlan, SwapStep } from '@portico/core'
import { devnetManifest } from '@portico/devnet/manifest'
import type { ConvertQuote } from '@portico/protocol/gateway'
import { createEvmWallet } from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { assets, hop, type LocalSwapsTest, routers, startLocalSwaps } from '../../test/startLocalSwaps.ts'
import { encodeCall } from '../transfers/encodeCall.ts'
import { transfers } from '../transfers/transfers.ts'
import { readAllowance } from './readAllowance.ts'
import { readPermitDomain } from './readPermitDomain.ts'
import { swaps } from './swaps.ts'

let local: LocalSwapsTest
beforeAll(async () => {
  local = await startLocalSwaps()
}, 180_000)
afterAll(() => local?.stop())

const { eth, weth, dusd, mrbl, strict, fee, unsellable } = assets
const account = devnetManifest.accounts[0]?.address ?? expect.fail()
const spender = devnetManifest.swaps.router
let snapshot: unknown
beforeEach(async () => {
  if (snapshot) await local.request('evm_revert', snapshot)
  snapshot = await local.request('evm_snapshot')
  await local.request('evm_mine')
})

const toWallet = (options: Partial<Parameters<typeof createEvmWallet>[0]> = {}) =>
  createEvmWallet({
    chains: [{ chainId: 31337, rpcUrl: local.endpoint.urls[0] ?? '' }],
    authorized: true,
    ...options,
  }).provider

interface Wish {
  from: SwapAsset
  to: SwapAsset
  amount: bigint
  quote?: ConvertQuote
  provider?: unknown
  minimum?: bigint
  withoutPermit?: boolean
}
async function prepare(
  { from, to, amount, provider = toWallet(), withoutPermit, ...rest }: Wish,
  hops = [hop('v3', weth, dusd)],
) {
  const wish = { account, from, to, amount }
  const quote = rest.quote ?? (await local.quote(wish, hops))
  const minimum = rest.minimum ?? (BigInt(quote.toAmount) * 99n) / 100n
  const order: SwapOrder = { ...wish, minimum, quote }
  const fetchTransaction = () => Promise.reject(new Error('Nobody should be asked.'))
  return swaps.prepare({ ...local.endpoint, provider, order, routers, withoutPermit, fetchTransaction })
}

/** Has a wallet that approves everything sign all steps, and returns how the balances change. */
async function perform(plan: SwapPlan, provider: unknown = toWallet()) {
  const { from, to } = plan.order
  const before = await Promise.all([from, to].map((asset) => local.balanceOf(account, asset)))
  let signature: string | undefined
  for (const step of plan.steps) {
    const result = await swaps.perform({ ...local.endpoint, provider, plan, step, signature })
    if ('signature' in result) signature = result.signature
    else {
      const signal = AbortSignal.timeout(20_000)
      expect(await transfers.waitForOutcome({ ...local.endpoint, sent: result.sent, signal })).toBe(
        'confirmed',
      )
    }
  }
  const after = await Promise.all([from, to].map((asset) => local.balanceOf(account, asset)))
  return { paid: (before[0] ?? 0n) - (after[0] ?? 0n), got: (after[1] ?? 0n) - (before[1] ?? 0n) }
}
const allowanceOf = (token: SwapAsset) =>
  readAllowance(local.client, { token: `${token.token}`, owner: account, spender })
const usd = (amount: bigint) => amount * 10n ** 6n
const whole = (amount: bigint) => amount * 10n ** 18n
const wrap = (kind: 'wrap' | 'unwrap', quote: ConvertQuote): ConvertQuote => ({
  ...{ ...quote, spender: null, toAmount: quote.fromAmount, route: { kind, wrapped: `${weth.token}` } },
})

/** Sends a transaction of the account, and waits until it is in a block. */
async function mine(transaction: { from?: string; to: string | undefined; data: string }): Promise<void> {
  const hash = await local.request('eth_sendTransaction', { from: account, ...transaction })
  await expect.poll(() => local.request('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
}

describe('swaps', () => {
  test('behavior: a token with permits: one signature, one transaction, and no allowance is left', async () => {
    const plan = await prepare({ from: dusd, to: eth, amount: usd(100n) }, [hop('v3', dusd, weth)])
    expect(plan).toMatchObject({
      steps: ['permit', 'swap'],
      spender: spender.toLowerCase(),
      refusal: undefined,
      notes: [],
    })
    const { paid, got } = await perform(plan)
    expect(paid).toBe(usd(100n))
    // The fee was paid from the same balance.
    expect(got).toBeGreaterThan(plan.order.minimum - plan.fee)
    expect(await allowanceOf(dusd)).toBe(0n)
  })

  test('behavior: somebody else who submits the permit first does not make the swap fail', async () => {
    const stranger = devnetManifest.accounts[5]?.address ?? expect.fail()
    await local.request('anvil_impersonateAccount', stranger)
    // Also if less than the amount was allowed before.
    for (const allowed of [0n, usd(99n)]) {
      await mine({ to: dusd.token, data: encodeCall('095ea7b3', [spender, allowed]) })
      const plan = await prepare({ from: dusd, to: mrbl, amount: usd(100n) }, [hop('v3', dusd, mrbl)])
      expect(plan.steps).toEqual(['permit', 'swap'])
      const { provider } = createEvmWallet({
        chains: [{ chainId: 31337, rpcUrl: local.endpoint.urls[0] ?? '' }],
        authorized: true,
      })
      const copying = {
        ...provider,
        async request(call: { method: string; params?: unknown }) {
          if (call.method === 'eth_sendTransaction') {
            // Pending transactions are public, and so is the permit in this one.
            const [{ data = '' }] = call.params as [{ data?: string }]
            const [, permit = ''] = /(?:f3995c67|c2e3140a)([0-9a-f]{384})/.exec(data) ?? []
            const [value, deadline, v, r, s] = permit.match(/.{64}/g)?.slice(1) ?? []
            const submitted = `${encodeCall('d505accf', [account, spender])}${value}${deadline}${v}${r}${s}`
            await mine({ from: stranger, to: dusd.token, data: submitted })
            expect(await allowanceOf(dusd)).toBe(usd(100n))
          }
          return provider.request(call as never)
        },
      }
      const { paid, got } = await perform(plan, copying)
      expect(paid).toBe(usd(100n))
      expect(got).toBeGreaterThanOrEqual(plan.order.minimum)
      expect(await allowanceOf(dusd)).toBe(0n)
    }
  })

  test('behavior: the rehearsal returns exactly what the swap does', async () => {
    for (const hops of [
      [hop('v2', mrbl, dusd)],
      [hop('v3', mrbl, dusd)],
      [hop('v3', mrbl, weth), hop('v3', weth, dusd)],
      [hop('v3', mrbl, weth), hop('v2', weth, dusd)],
    ]) {
      const plan = await prepare({ from: mrbl, to: dusd, amount: whole(7n) }, hops)
      expect(plan.receives).toBe(BigInt(plan.order.quote.toAmount))
      expect(await perform(plan)).toEqual({ paid: whole(7n), got: plan.receives })
    }
  })

  test('behavior: without permit: exactly the amount is allowed, and used up', async () => {
    const plan = await prepare({ from: dusd, to: mrbl, amount: usd(10n), withoutPermit: true }, [
      hop('v2', dusd, mrbl),
    ])
    expect(plan.steps).toEqual(['approve', 'swap'])
    const [approve] = plan.steps as [SwapStep]
    await swaps.perform({ ...local.endpoint, provider: toWallet(), plan, step: approve })
    expect(await allowanceOf(dusd)).toBe(usd(10n))
    const ready = await prepare({ from: dusd, to: mrbl, amount: usd(10n) }, [hop('v2', dusd, mrbl)])
    expect(ready.steps).toEqual(['swap'])
    expect((await perform(ready)).paid).toBe(usd(10n))
    expect(await allowanceOf(dusd)).toBe(0n)
  })

  test('behavior: an allowance that was not used is taken back', async () => {
    const plan = await prepare({ from: dusd, to: mrbl, amount: usd(10n), withoutPermit: true }, [
      hop('v2', dusd, mrbl),
    ])
    await swaps.perform({ ...local.endpoint, provider: toWallet(), plan, step: 'approve' })
    await swaps.takeBack({ ...local.endpoint, provider: toWallet(), plan })
    expect(await allowanceOf(dusd)).toBe(0n)
  })

  test('behavior: a token that refuses to change an allowance has the earlier one taken back first', async () => {
    await local.request('anvil_impersonateAccount', account)
    const mint = encodeCall('40c10f19', [account, usd(100n)])
    await mine({ to: strict.token, data: mint })
    const first = await prepare({ from: strict, to: dusd, amount: usd(5n) }, [hop('v3', strict, dusd)])
    expect(first.steps).toEqual(['approve', 'swap'])
    const old = encodeCall('095ea7b3', [spender, usd(2n)])
    await mine({ to: strict.token, data: old })
    const plan = await prepare({ from: strict, to: dusd, amount: usd(5n) }, [hop('v3', strict, dusd)])
    expect(plan).toMatchObject({ steps: ['reset', 'approve', 'swap'], refusal: undefined })
    expect(await perform(plan)).toEqual({ paid: usd(5n), got: plan.receives })
  })

  test('behavior: the coin needs no allowance', async () => {
    const plan = await prepare({ from: eth, to: dusd, amount: whole(1n) })
    expect(plan).toMatchObject({ steps: ['swap'], spender: undefined })
    expect((await perform(plan)).got).toBe(plan.receives)
  })

  test('behavior: the coin and its wrapped form, one for one', async () => {
    const quoted = await local.quote({ account, from: eth, to: dusd, amount: whole(2n) }, [
      hop('v3', weth, dusd),
    ])
    const toAccount = `eip155:31337:${weth.token}`
    const there = await prepare({
      from: eth,
      to: weth,
      amount: whole(2n),
      minimum: whole(2n),
      quote: { ...wrap('wrap', quoted), toAccount },
    })
    expect(there).toMatchObject({ steps: ['swap'], receives: whole(2n), refusal: undefined })
    expect((await perform(there)).got).toBe(whole(2n))
    const back = await prepare({
      from: weth,
      to: eth,
      amount: whole(2n),
      minimum: whole(2n),
      quote: wrap('unwrap', quoted),
    })
    expect(back).toMatchObject({ steps: ['swap'], receives: whole(2n), refusal: undefined })
    expect((await perform(back)).paid).toBe(whole(2n))
  })

  test('behavior: a wallet that executes calls as one is asked once', async () => {
    const asked: string[] = []
    const sent: unknown[] = []
    await local.request('anvil_impersonateAccount', account)
    const provider = {
      async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
        asked.push(method)
        if (method === 'wallet_getCapabilities') return { '0x7a69': { atomic: { status: 'supported' } } }
        if (method === 'wallet_getCallsStatus')
          return { status: 200, receipts: [{ transactionHash: sent.at(-1) }] }
        const [{ calls, chainId, atomicRequired }] = params as [
          { calls: { to: string; data: string; value: string }[]; chainId: string; atomicRequired: boolean },
        ]
        expect([chainId, atomicRequired]).toEqual(['0x7a69', true])
        for (const call of calls)
          sent.push(await local.request('eth_sendTransaction', { from: account, ...call }))
        return { id: '0x01' }
      },
    }
    const plan = await prepare({ from: dusd, to: mrbl, amount: usd(10n), provider }, [hop('v2', dusd, mrbl)])
    expect(plan).toMatchObject({ steps: ['swap'], isAtomic: true })
    expect(await perform(plan, provider)).toEqual({ paid: usd(10n), got: plan.receives })
    expect(asked).toEqual(['wallet_getCapabilities', 'wallet_sendCalls', 'wallet_getCallsStatus'])
    expect(sent).toHaveLength(2)
  })

  test('behavior: a wallet that would have to upgrade the account first signs a permit instead', async () => {
    const provider = toWallet({ capabilities: { '0x7a69': { atomic: { status: 'ready' } } } })
    const plan = await prepare({ from: dusd, to: mrbl, amount: usd(10n), provider }, [hop('v2', dusd, mrbl)])
    expect(plan.steps).toEqual(['permit', 'swap'])
  })

  test('behavior: a token that keeps a part of transfers: what was rehearsed is what arrives', async () => {
    const quoted = await local.quote({ account, from: eth, to: fee, amount: whole(1n) }, [
      hop('v2', weth, fee),
    ])
    // What a quoter says, which does not transfer the token.
    const naive = { ...quoted, toAmount: `${(BigInt(quoted.toAmount) * 100n) / 98n}` }
    const first = await prepare({ from: eth, to: fee, amount: whole(1n), quote: naive })
    expect(first).toMatchObject({ refusal: 'below-minimum', receives: BigInt(quoted.toAmount) })
    const minimum = (BigInt(quoted.toAmount) * 99n) / 100n
    const plan = await prepare({ from: eth, to: fee, amount: whole(1n), quote: naive, minimum })
    expect(plan).toMatchObject({ refusal: undefined, notes: ['charges-fee'] })
    expect((await perform(plan)).got).toBe(plan.receives)
  })

  test('behavior: an unlisted token that cannot be sold again is found out', async () => {
    const plan = await prepare({ from: eth, to: unsellable, amount: whole(1n) }, [
      hop('v2', weth, unsellable),
    ])
    expect(plan).toMatchObject({ refusal: undefined, notes: ['one-way'] })
    const other = await prepare({ from: eth, to: { ...mrbl, isListed: false }, amount: whole(1n) }, [
      hop('v3', weth, mrbl),
    ])
    expect(other).toMatchObject({ refusal: undefined, notes: [] })
  })

  test('error: less than the minimum, more than the balance, no coins for the fee', async () => {
    const wish = { from: dusd, to: mrbl, amount: usd(10n) }
    const quoted = await local.quote({ account, ...wish }, [hop('v2', dusd, mrbl)])
    const minimum = BigInt(quoted.toAmount) + 1n
    expect(await prepare({ ...wish, quote: quoted, minimum })).toMatchObject({
      ...{ refusal: 'below-minimum', receives: minimum - 1n },
    })
    const much = { ...quoted, fromAmount: `${10n ** 30n}` }
    expect((await prepare({ ...wish, quote: much, amount: 10n ** 30n, minimum: 1n })).refusal).toBe('fails')
    await local.request('anvil_setBalance', account, '0x1')
    expect((await prepare({ ...wish, quote: quoted })).refusal).toBe('no-fee')
  })

  test('error: the wallet is on another network', async () => {
    const plan = await prepare({ from: eth, to: dusd, amount: whole(1n) })
    const provider = {
      request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x1' : '0x'),
    }
    const sending = swaps.perform({ ...local.endpoint, provider, plan, step: 'swap' })
    await expect(sending).rejects.toMatchObject({ rpcCode: 4901 })
  })

  test('error: the wallet’s refusal has code 4001, and a signature of another form −32602', async () => {
    const plan = await prepare({ from: dusd, to: eth, amount: usd(10n) }, [hop('v3', dusd, weth)])
    const refusing = { request: () => Promise.reject({ code: 4001, message: 'no' }) }
    const odd = { request: async () => `0x${'ab'.repeat(100)}` }
    const sign = (provider: unknown) => swaps.perform({ ...local.endpoint, provider, plan, step: 'permit' })
    await expect(sign(refusing)).rejects.toMatchObject({ rpcCode: 4001 })
    await expect(sign(odd)).rejects.toMatchObject({ rpcCode: -32602 })
  })
})

describe('readPermitDomain', () => {
  const read = (token: string, chainId = 31337, from: RpcClient = local.client) =>
    readPermitDomain({ client: from, chainId, token, owner: account })

  test('behavior: is the one that gives the separator of the token', async () => {
    expect(await read(`${dusd.token}`)).toEqual({ name: 'Dev USD', version: '1', nonce: 0n })
  })

  test('error: another network, a contract without permits, an account without code', async () => {
    expect(await read(`${dusd.token}`, 1)).toBeUndefined()
    expect(await read(devnetManifest.chains[0].contracts.guestbook)).toBeUndefined()
    expect(await read(`0x${'12'.repeat(20)}`)).toBeUndefined()
  })

  test('error: a token whose permits have other fields, as those of DAI', async () => {
    const dai = '0xea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb'
    const asDai: RpcClient = {
      async request(parameters) {
        const { data } = ((parameters.params as [{ data?: string }])[0] ?? {}) as { data?: string }
        return data === '0x30adf81f' ? dai : local.client.request(parameters)
      },
    }
    expect(await read(`${dusd.token}`, 31337, asDai)).toBeUndefined()
  })

  test('error: an account with code, whose signatures tokens may not accept', async () => {
    const owner = devnetManifest.chains[0].contracts.smartWallet
    expect(
      await readPermitDomain({ client: local.client, chainId: 31337, token: `${dusd.token}`, owner }),
    ).toBeUndefined()
  })
})
