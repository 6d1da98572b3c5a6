import type { SwapOrder } from '@portico/core'
import { devnetManifest } from '@portico/devnet/manifest'
import type { ConvertHop, ConvertQuote, ConvertTransaction } from '@portico/protocol/gateway'
import type { SwapRouter } from '@portico/protocol/swaps'
import { createEvmWallet } from '@portico/testkit'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startLimitedNode } from '../../test/startLimitedNode.ts'
import { assets, hop, type LocalSwapsTest, routers, startLocalSwaps } from '../../test/startLocalSwaps.ts'
import { transfers } from '../transfers/transfers.ts'
import { readAllowance } from './readAllowance.ts'
import { swaps } from './swaps.ts'

let local: LocalSwapsTest
beforeAll(async () => {
  local = await startLocalSwaps()
}, 180_000)
afterAll(() => local?.stop())
let snapshot: unknown
beforeEach(async () => {
  if (snapshot) await local.request('evm_revert', snapshot)
  snapshot = await local.request('evm_snapshot')
  await local.request('evm_mine')
})

const { eth, weth, dusd, mrbl } = assets
const account = devnetManifest.accounts[0]?.address ?? expect.fail()
/** Who the gateway works for: an account, and a router of the same code that no table lists. */
const thief = '0xbadbad0000000000000000000000000000000bad'
const { factory, router, wrapped } = devnetManifest.swaps
const [known] = routers as [SwapRouter]
const abi = parseAbi([
  'function multicall(uint256 deadline, bytes[] data)',
  'function exactInputSingle((address,address,uint24,address,uint256,uint256,uint160) params)',
  'function sweepToken(address token, uint256 amountMinimum, address recipient)',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
])
const amount = 100_000_000n
const wish = { account, from: dusd, to: mrbl, amount }
const hops = [hop('v3', dusd, mrbl)] as [ConvertHop]
const late = 2n ** 40n

interface Lie {
  order?: Partial<SwapOrder>
  quote?: Partial<ConvertQuote>
  route?: ConvertQuote['route']
  /** A transaction of a provider, instead of the honest one. */
  tx?: Partial<ConvertTransaction['tx']>
}
const pools = (part: Partial<{ router: string; hops: ConvertHop[] }>): Lie => ({
  route: { kind: 'pools', router, hops, ...part },
})
const [first] = hops
const single = (
  part: {
    tokenIn?: string
    tokenOut?: string
    fee?: number
    to?: string
    amount?: bigint
    minimum?: bigint
    limit?: bigint
  } = {},
) =>
  encodeFunctionData({
    abi,
    functionName: 'exactInputSingle',
    args: [
      [
        (part.tokenIn ?? dusd.token) as `0x${string}`,
        (part.tokenOut ?? mrbl.token) as `0x${string}`,
        part.fee ?? 3000,
        (part.to ?? account) as `0x${string}`,
        part.amount ?? amount,
        part.minimum ?? least,
        part.limit ?? 0n,
      ],
    ],
  })
const multicall = (...data: `0x${string}`[]) =>
  encodeFunctionData({ abi, functionName: 'multicall', args: [late, data] })
/** Set by each test before the lies are told. */
let least = 0n
const bytes = (toData: () => string): Lie => ({
  tx: {
    get data() {
      return toData()
    },
  },
})
const toAbi = (name: 'approve' | 'transfer') =>
  encodeFunctionData({ abi, functionName: name, args: [thief, 2n ** 256n - 1n] })

const lies: readonly (readonly [name: string, lie: Lie])[] = [
  // The route and the quote.
  ['another router', pools({ router: thief })],
  ['the token as the router', pools({ router: dusd.token as string })],
  ['the factory as the router', pools({ router: factory })],
  ['a route from another token', pools({ hops: [{ ...first, tokenIn: wrapped }] })],
  ['a route to another token', pools({ hops: [{ ...first, tokenOut: wrapped }] })],
  [
    'a route with a gap',
    pools({
      hops: [
        { ...first, tokenOut: wrapped },
        { ...first, tokenIn: thief },
      ],
    }),
  ],
  ['no pools', pools({ hops: [] })],
  ['a pool that does not exist', pools({ hops: [{ ...first, fee: 123 }] })],
  [
    'a pool of another kind',
    pools({ hops: [{ ...hop('v3', weth, mrbl), tokenIn: dusd.token as string, kind: 'v2' }] }),
  ],
  [
    'a token that is no address',
    pools({
      hops: [
        { ...first, tokenOut: '0xzz' },
        { ...first, tokenIn: '0xzz' },
      ],
    }),
  ],
  ['wrapping at another contract', { route: { kind: 'wrap', wrapped: thief } }],
  ['wrapping for a token', { route: { kind: 'wrap', wrapped } }],
  ['unwrapping a token', { route: { kind: 'unwrap', wrapped: dusd.token as string } }],
  ['a maker', { route: { kind: 'maker', maker: thief } }],
  ['another spender', { quote: { spender: thief } }],
  ['a hundred times the amount', { quote: { toAmount: `${10n ** 22n}` }, order: { minimum: 10n ** 22n } }],
  ['a minimum of nothing', { order: { minimum: 0n } }],
  ['a negative minimum', { order: { minimum: -1n } }],
  ['a quote of nothing', { quote: { toAmount: '0', minAmount: '0' } }],
  ['an expired quote', { quote: { expiresAt: '2020-01-01T00:00:00Z' } }],
  ['an amount of its own', { quote: { fromAmount: '1' } }],
  ['a token of its own', { quote: { toAccount: `eip155:31337:${wrapped}` } }],
  ['another network', { quote: { fromAccount: `eip155:1:${dusd.token}` } }],
  ['gas without end', { quote: { gas: `${10n ** 30n}` } }],
  ['other decimals of what is paid', { order: { from: { ...dusd, decimals: 18 } } }],
  ['other decimals of what is bought', { order: { to: { ...mrbl, decimals: 6 } } }],
  ['a token that is no contract', { order: { to: { ...mrbl, token: thief } } }],
  // The bytes of a provider.
  ['another recipient', bytes(() => single({ to: thief }))],
  ['the router as recipient', bytes(() => single({ to: `0x${'0'.repeat(39)}2` }))],
  ['another token is sold', bytes(() => single({ tokenIn: wrapped }))],
  ['another token is bought', bytes(() => single({ tokenOut: wrapped, fee: 500 }))],
  ['more is sold', bytes(() => single({ amount: amount * 2n }))],
  ['less is sold', bytes(() => single({ amount: amount / 2n }))],
  ['a lower minimum', bytes(() => single({ minimum: least - 1n }))],
  ['no minimum', bytes(() => single({ minimum: 0n }))],
  ['a price limit, for a part', bytes(() => single({ limit: 2n ** 90n }))],
  ['bytes at the end', bytes(() => `${single()}00`)],
  ['a word at the end', bytes(() => `${single()}${'0'.repeat(64)}`)],
  ['the last byte is missing', bytes(() => single().slice(0, -2))],
  ['bits above an address', bytes(() => single().replace(/^(0x.{8})0/, '$11'))],
  ['a second swap for the thief', bytes(() => multicall(single(), single({ to: thief, amount: 1n })))],
  [
    'what is left goes to the thief',
    bytes(() =>
      multicall(
        single({ to: `0x${'0'.repeat(39)}2` }),
        encodeFunctionData({
          abi,
          functionName: 'sweepToken',
          args: [mrbl.token as `0x${string}`, 0n, thief],
        }),
      ),
    ),
  ],
  ['a call in a call', bytes(() => multicall(multicall(single())))],
  [
    'a permit for another token',
    bytes(() =>
      multicall(
        encodeFunctionData({
          abi,
          functionName: 'selfPermit',
          args: [mrbl.token as `0x${string}`, 1n, late, 27, `0x${'1'.repeat(64)}`, `0x${'1'.repeat(64)}`],
        }),
        single(),
      ),
    ),
  ],
  [
    'too late already',
    bytes(() => encodeFunctionData({ abi, functionName: 'multicall', args: [1n, [single()]] })),
  ],
  ['nothing at all', bytes(() => '0x')],
  ['no bytes', bytes(() => 'swap')],
  ['an allowance at the router', bytes(() => toAbi('approve'))],
  ['an allowance at the token', { tx: { to: dusd.token as string, data: toAbi('approve') } }],
  ['a transfer at the token', { tx: { to: dusd.token as string, data: toAbi('transfer') } }],
  ['the thief as the router', { tx: { to: thief } }],
  ['coins on top', { tx: { amount: `${10n ** 18n}` } }],
  ['the transaction of somebody else', { tx: { from: thief } }],
]

/** Prepares what a lying gateway offers, and has a wallet that approves everything sign it. */
async function swap({ order, quote, route, tx }: Lie, endpoint = local.endpoint) {
  const honest = await local.quote(wish, hops)
  least = (BigInt(honest.toAmount) * 99n) / 100n
  const { route: _, ...foreign } = honest
  const offered = { ...(tx ? foreign : honest), ...quote, ...(route ? { route } : {}) }
  const wallet = createEvmWallet({
    chains: [{ chainId: 31337, rpcUrl: local.endpoint.urls[0] ?? '' }],
    authorized: true,
  })
  const fetchTransaction = async (): Promise<ConvertTransaction> => {
    const { data, to, from, amount: coins } = tx ?? {}
    return { tx: { from: from ?? account, to: to ?? router, data: data ?? single(), amount: coins ?? '0' } }
  }
  const parameters = { ...endpoint, provider: wallet.provider, routers, fetchTransaction }
  const full = { ...wish, minimum: least, quote: offered, ...order }
  const plan = await swaps.prepare({ ...parameters, order: full })
  if (plan.refusal) return { plan, paid: 0n, got: 0n }
  const before = await Promise.all([dusd, mrbl].map((asset) => local.balanceOf(account, asset)))
  let signature: string | undefined
  for (const step of plan.steps) {
    const result = await swaps.perform({ ...parameters, plan, step, signature })
    if ('signature' in result) signature = result.signature
    else {
      const waiting = { ...local.endpoint, sent: result.sent, signal: AbortSignal.timeout(20_000) }
      expect(await transfers.waitForOutcome(waiting)).toBe('confirmed')
    }
  }
  const after = await Promise.all([dusd, mrbl].map((asset) => local.balanceOf(account, asset)))
  return { plan, paid: (before[0] ?? 0n) - (after[0] ?? 0n), got: (after[1] ?? 0n) - (before[1] ?? 0n) }
}
const allowanceOf = (spender: string) =>
  readAllowance(local.client, { token: `${dusd.token}`, owner: account, spender })

describe('a gateway that lies', () => {
  test('behavior: what an honest one offers is swapped, written by the kit or by a provider', async () => {
    const own = await swap({})
    expect(own).toMatchObject({ paid: amount, got: own.plan.receives, plan: { steps: ['permit', 'swap'] } })
    const foreign = await swap({ tx: {} })
    expect(foreign).toMatchObject({
      paid: amount,
      got: foreign.plan.receives,
      plan: { steps: ['approve', 'swap'] },
    })
  })

  test.each(lies)('error: %s: nobody else is paid, and no less than shown arrives', async (_, lie) => {
    const { plan, paid, got } = await swap(lie)
    const robbed = await Promise.all([eth, dusd, mrbl, weth].map((asset) => local.balanceOf(thief, asset)))
    expect(robbed).toEqual([0n, 0n, 0n, 0n])
    expect([await allowanceOf(thief), await allowanceOf(router)]).toEqual([0n, 0n])
    expect([undefined, known.address.toLowerCase()]).toContain(plan.spender)
    expect(plan.fee).toBeLessThan(10n ** 17n)
    if (plan.refusal) return
    expect(paid).toBe(amount)
    expect(got).toBeGreaterThanOrEqual(plan.order.minimum)
    expect(got).toBe(plan.receives)
  })

  test('error: nearly all of the lies are refused, and the others change nothing', async () => {
    const harmless: string[] = []
    for (const [name, lie] of lies) {
      const { refusal } = (await swap(lie)).plan
      if (!refusal) harmless.push(name)
    }
    expect(lies.length).toBeGreaterThanOrEqual(40)
    expect(harmless).toMatchInlineSnapshot(`
      [
        "a pool of another kind",
        "another spender",
        "a quote of nothing",
        "an expired quote",
        "an amount of its own",
        "a token of its own",
        "another network",
        "gas without end",
      ]
    `)
  })

  test('error: what a provider has written is not offered unless it can be tried; what the kit writes is', async () => {
    const node = await startLimitedNode(local.endpoint.urls[0] ?? '')
    try {
      const limited = { ...local.endpoint, urls: [node.url] }
      expect((await swap({ tx: {} }, limited)).plan).toMatchObject({
        refusal: 'cannot-rehearse',
        steps: ['approve', 'swap'],
      })
      const own = await swap({}, limited)
      expect(own.plan).toMatchObject({ refusal: undefined, receives: undefined })
      expect(own.got).toBeGreaterThanOrEqual(own.plan.order.minimum)
      const unlisted = await swap({ order: { to: { ...mrbl, isListed: false } } }, limited)
      expect(unlisted.plan.refusal).toBe('cannot-rehearse')
    } finally {
      await node.stop()
    }
  })
})
