import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getArtifacts } from '@portico/devnet/artifacts'
import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { devnetManifest } from '@portico/devnet/manifest'
import { convertQuotesResponse, convertTransaction } from '@portico/protocol/gateway'
import { isAgreedSwap, readSwap } from '@portico/protocol/swaps'
import { tempFolder } from '@portico/server/testing'
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseAbi,
  parseEther,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSwapChain } from '../../../test/startSwapChain.ts'
import { createTestApp } from '../../testing/createTestApp.ts'

/*
 * A gateway that is configured with nothing but a node of Ethereum. The node is a local one, on which our exchange stands at the
 * addresses that Uniswap's have there.
 */
const { swaps, chains } = devnetManifest
const [dusd, mrbl] = chains[0].tokens.map(({ address }) => address) as [Address, Address]
const chain = 'eip155:1'
const at = (address: string) => `${chain}:${address}`
const router = '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45'
const factories = {
  v3: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  v2: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
} as const
const amount = parseEther('100')

let net: Awaited<ReturnType<typeof startSwapChain>>
beforeAll(async () => {
  net = await startSwapChain()
  // Each passes calls on to the local factory, and returns what it returns.
  const target = swaps.factory.slice(2)
  const forward = `0x3660006000376020600036600060${'00'}73${target}5af15060206000f3` as Hex
  for (const factory of Object.values(factories)) await net.rpc('anvil_setCode', [factory, forward])
  await placeRouter(factories.v3)
  const args = [router, maxUint256] as const
  await send(mrbl, encodeFunctionData({ abi: parseAbi(['function approve(address, uint256)']), args }))
})
afterAll(() => net?.stop())

/** Sends a transaction. The node signs only for the chain ID with which it was started. */
async function send(to: Address, data: Hex) {
  await net.rpc('anvil_setChainId', [31337])
  await net.send(to, data)
  await net.rpc('anvil_setChainId', [1])
}

/** Puts a router over a factory at the address of Uniswap's. */
async function placeRouter(factory: Address) {
  const { LocalRouter } = await getArtifacts()
  const { abi, bytecode } = LocalRouter
  const data = encodeDeployData({ abi, bytecode, args: [factory, swaps.wrapped] })
  await net.rpc('anvil_setCode', [router, await net.rpc('eth_call', [{ data }, 'latest'])])
}

async function start(env: Record<string, string> = {}) {
  const CATALOGUE_DIR = join(tempFolder(), 'catalogue')
  mkdirSync(CATALOGUE_DIR)
  const dexes = [
    { id: 'uniswap-v3', kind: 'v3', factory: factories.v3 },
    { id: 'uniswap-v2', kind: 'v2', factory: factories.v2 },
  ]
  writeFileSync(join(CATALOGUE_DIR, 'dexes.json'), JSON.stringify({ [chain]: dexes }))
  const { DEXES: _, TOKENS: __, ...rest } = gatewayEnv
  const TOKENS = JSON.stringify({ [chain]: [{ address: dusd, symbol: 'DUSD', name: 'DUSD', decimals: 6 }] })
  const { app, get, logged } = await createTestApp({
    rpcUrls: { [chain]: [net.url] },
    env: { ...rest, TOKENS, CATALOGUE_DIR, ...env },
  })
  const swap = { amount: `${amount}`, userAddress: at(net.trader), from: at(mrbl), to: at(dusd) }
  const quote = () => get(`/v1/convert/quotes?${new URLSearchParams(swap)}`)
  const build = (quoteId: string | undefined) =>
    app.request('/v1/convert/build-transaction?projectId=local', {
      method: 'POST',
      body: JSON.stringify({ ...swap, quoteId }),
    })
  return { get, quote, build, logged }
}

describe('swaps with the published exchanges', () => {
  test('behavior: without DEXES, swaps over the published router as a page reads them', async () => {
    const { get, quote, build } = await start()
    expect((await (await get('/v1/supported-chains')).json()).swap).toEqual([chain])
    const [offer] = convertQuotesResponse.parse(await (await quote()).json()).quotes
    expect(offer?.spender?.toLowerCase()).toBe(router)
    expect(offer?.route).toMatchObject({ kind: 'pools', hops: [{ dex: 'uniswap-v3' }] })

    const { tx } = convertTransaction.parse(await (await build(offer?.id)).json())
    // No router of the application's own: the kit knows it.
    const terms = readSwap({
      ...{ chainId: chain, account: net.trader, to: tx.to, data: tx.data, value: BigInt(tx.amount) },
    })
    const minimumOut = BigInt(offer?.minAmount ?? 0)
    const agreed = { account: net.trader, tokenIn: mrbl, tokenOut: dusd, amountIn: amount, minimumOut }
    expect(terms && isAgreedSwap(terms, agreed)).toBe(true)
    const before = await net.held(dusd, net.trader)
    await send(tx.to as Address, tx.data as Hex)
    expect((await net.held(dusd, net.trader)) - before).toBe(BigInt(offer?.toAmount ?? 0))
  })

  test('behavior: an exchange whose router works for another factory is left out, and logged', async () => {
    const { quote, logged } = await start()
    const { quotes } = convertQuotesResponse.parse(await (await quote()).json())
    const hops = quotes.flatMap(({ route }) => (route?.kind === 'pools' ? route.hops : []))
    expect(hops.map(({ dex }) => dex)).not.toContain('uniswap-v2')
    const left = () => logged.filter(({ msg }) => `${msg}`.includes('left out')).map(({ reason }) => reason)
    expect(left()).toEqual(['uniswap-v2'])
    await quote()
    expect(left()).toEqual(['uniswap-v2'])

    // The other way round.
    await placeRouter(factories.v2)
    const other = await start()
    const [offer] = convertQuotesResponse.parse(await (await other.quote()).json()).quotes
    await placeRouter(factories.v3)
    expect(offer?.route).toMatchObject({ kind: 'pools', hops: [{ kind: 'v2', dex: 'uniswap-v2' }] })
  })

  test('param: DEXES: replaces the published exchanges of a network, also by none', async () => {
    const { get, quote } = await start({ DEXES: JSON.stringify({ [chain]: [] }) })
    expect((await (await get('/v1/supported-chains')).json()).swap).toEqual([])
    expect((await quote()).status).toBe(400)
  })
})
