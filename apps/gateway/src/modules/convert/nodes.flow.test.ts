import { getArtifacts } from '@portico/devnet/artifacts'
import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { devnetManifest } from '@portico/devnet/manifest'
import { type ConvertQuote, coinSentinel, convertQuotesResponse } from '@portico/protocol/gateway'
import { type Address, encodeFunctionData, getContractAddress, parseAbi, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSwapChain } from '../../../test/startSwapChain.ts'
import { createFakeHeads } from '../../testing/createFakeHeads.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { type Instead, startProxy } from '../../testing/startProxy.ts'
import type { SeenRequest } from '../../testing/startUpstream.ts'

/* Quotes over nodes that refuse, stall or lie, and what the gateway asks them. The chain counts as a public one: local ones are asked every time. */
const { swaps, chains } = devnetManifest
const [dusd, mrbl] = chains[0].tokens.map(({ address }) => address) as [Address, Address]
const chain = 'eip155:1'
const at = (address: string) => `${chain}:${address}`
const refused: Instead = { error: { code: -32602, message: 'missing field "to"' } }

let net: Awaited<ReturnType<typeof startSwapChain>>
let quoter: Address
beforeAll(async () => {
  net = await startSwapChain()
  const { SwapQuoter } = await getArtifacts()
  const nonce = BigInt(await net.rpc('eth_getTransactionCount', [net.trader, 'latest']))
  quoter = getContractAddress({ from: net.trader, nonce })
  await net.rpc('eth_sendTransaction', [{ from: net.trader, data: SwapQuoter.bytecode, gas: '0x1e8480' }])
  await net.rpc('evm_mine')
  await net.rpc('anvil_setChainId', [1])
})
afterAll(() => net?.stop())

/** The contract that an `eth_call` calls. */
const receiverOf = (params: unknown): string | undefined => (params as [{ to?: string }?])[0]?.to

/** Whether a request tries pools: by code that is not deployed, or at the deployed quoter. */
function isQuote({ method, params }: SeenRequest): boolean {
  const to = receiverOf(params)
  return method === 'eth_call' && (to === undefined || to.toLowerCase() === quoter.toLowerCase())
}

async function start({
  instead = () => undefined,
  dex = {},
}: {
  /** What the node answers to a quote in place of the true answer. */
  instead?: (request: SeenRequest) => Promise<Instead> | Instead
  dex?: object
} = {}) {
  const heads = createFakeHeads({ number: 7 })
  const node = await startProxy({
    url: net.url,
    before: (request) => (isQuote(request) ? instead(request) : undefined),
  })
  const [v2, v3] = JSON.parse(gatewayEnv.DEXES)['eip155:31337'] as object[]
  const TOKENS = [dusd, mrbl].map((address, index) => ({ address, symbol: `T${index}`, decimals: 6 }))
  const { app, get, logged } = await createTestApp({
    rpcUrls: { [chain]: [node.url] },
    env: {
      ...gatewayEnv,
      TOKENS: JSON.stringify({ [chain]: TOKENS }),
      DEXES: JSON.stringify({ [chain]: [{ ...v2, ...dex }, v3] }),
    },
    heads,
  })
  const swap = { from: at(dusd), to: at(coinSentinel), amount: `${parseUnits('32', 6)}` }
  const ask = (more: Record<string, string> = {}) =>
    get(`/v1/convert/quotes?${new URLSearchParams({ userAddress: at(net.trader), ...swap, ...more })}`)
  const quote = async (more?: Record<string, string>) => {
    const [best] = convertQuotesResponse.parse(await (await ask(more)).json()).quotes
    return best as ConvertQuote
  }
  const build = () =>
    app.request('/v1/convert/build-transaction?projectId=local', {
      method: 'POST',
      body: JSON.stringify({ ...swap, userAddress: at(net.trader) }),
    })
  /** How many quotes the node has been asked for. */
  const asked = () => node.seen.filter(isQuote).length
  return { heads, node, ask, quote, build, asked, logged }
}

/** Moves the price of all pools between the two tokens of `swap`. */
async function movePrice() {
  await net.rpc('anvil_setChainId', [31337])
  const abi = parseAbi([
    'function exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
  ])
  const args = [[dusd, swaps.wrapped, 500, net.trader, parseUnits('100000', 6), 0n, 0n]] as const
  await net.send(swaps.router, encodeFunctionData({ abi, args }))
  await net.rpc('anvil_setChainId', [1])
}

describe('quotes per block', () => {
  test('behavior: equal requests about a block ask the node once, and a new block is asked about anew', async () => {
    const { heads, node, quote, asked } = await start()
    // Pools and routers are read first.
    await quote()
    heads.mine()
    const [before, exchanges] = [asked(), node.exchanges.length]
    const other = { userAddress: at(devnetManifest.accounts[3]?.address ?? ''), slippage: '2' }
    const [one, two] = await Promise.all([
      quote(),
      quote(other),
      ...Array.from({ length: 18 }, () => quote()),
    ])
    expect(asked() - before).toBe(1)
    expect(node.exchanges.length - exchanges).toBe(1)
    expect(two?.toAmount).toBe(one?.toAmount)
    // What depends on who asks is not shared.
    expect(two?.minAmount).not.toBe(one?.minAmount)
    expect(two?.id).not.toBe(one?.id)

    await movePrice()
    expect((await quote()).toAmount).toBe(one?.toAmount)
    expect(asked() - before).toBe(1)
    heads.mine()
    const later = await quote()
    expect(asked() - before).toBe(2)
    expect(BigInt(later.toAmount)).toBeLessThan(BigInt(one?.toAmount ?? 0))
    await quote({ gasPrice: '1' })
    await quote({ amount: '5000000' })
    expect(asked() - before).toBe(4)
  })
})

describe('nodes that do not run the quoter', () => {
  test.each<[string, Instead]>([
    ['refuses it', refused],
    ['runs out of gas', { error: { code: -32000, message: 'out of gas' } }],
    ['returns nothing', { result: '0x' }],
    ['returns something else', { result: `0x${'11'.repeat(64)}` }],
  ])('error: a node that %s: a clear problem, for quotes and transactions', async (_, answer) => {
    let instead: Instead = answer
    // Deployless reads of contracts are not quotes; the chain has Multicall3.
    const { ask, quote, build, logged } = await start({ instead: () => instead })
    for (const response of [await ask(), await build()])
      expect([response.status, await response.json()]).toMatchObject([
        503,
        { code: 'upstream-unavailable', detail: expect.stringMatching(/do not run the quoter.*DEXES/) },
      ])
    expect(logged).toContainEqual(
      expect.objectContaining({ msg: 'swap provider failed', chain, reason: expect.stringMatching(/DEXES/) }),
    )
    // A failure is not remembered.
    instead = undefined
    expect(BigInt((await quote()).toAmount)).toBeGreaterThan(0n)
  })

  test('error: a node that never answers: a problem after 2.5 seconds', async () => {
    const open: (() => void)[] = []
    const { ask } = await start({
      instead: () => new Promise<Instead>((resolve) => open.push(() => resolve(refused))),
    })
    const started = performance.now()
    const response = await ask()
    const ms = performance.now() - started
    for (const answer of open) answer()
    expect([response.status, (await response.json()).code]).toEqual([503, 'upstream-unavailable'])
    expect(ms).toBeGreaterThan(2400)
    // Far from the nine seconds after which a client gives up.
    expect(ms).toBeLessThan(8000)
  })

  test('param: DEXES[].quoter: a deployed quoter finds the same, with one request', async () => {
    const honest = await (await start()).quote()
    const instead = ({ params }: SeenRequest): Instead => (receiverOf(params) ? undefined : refused)
    const { quote, node, heads, asked } = await start({ instead, dex: { quoter } })
    const found = await quote()
    expect(found).toMatchObject({
      toAmount: honest.toAmount,
      route: honest.route,
      priceImpact: honest.priceImpact,
    })
    heads.mine()
    const [before, exchanges] = [asked(), node.exchanges.length]
    await quote()
    expect([asked() - before, node.exchanges.length - exchanges]).toEqual([1, 1])
  })
})
