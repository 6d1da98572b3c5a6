import { getArtifacts } from '@portico/devnet/artifacts'
import { encodeDeployData, encodeFunctionData, type Hex, parseAbi, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createChain } from '../../chains/evm/chain/createChain.ts'
import type { PricePool } from '../../infra/config/Config.ts'
import { createTestUpstreams } from '../../testing/createTestUpstreams.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'
import { poolPrices } from './poolPrices.ts'

const me = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' as Hex
const other = `0x${'9'.repeat(40)}` as Hex
const chainId = 'eip155:31337'
const erc20 = parseAbi(['function transfer(address to, uint256 amount)'])

let anvil: Anvil
let artifacts: Awaited<ReturnType<typeof getArtifacts>>
beforeAll(async () => {
  artifacts = await getArtifacts()
  anvil = await startAnvil()
}, 120_000)
afterAll(() => anvil?.stop())

async function transact(transaction: Record<string, unknown>): Promise<Hex> {
  const hash = await anvil.rpc('eth_sendTransaction', [{ from: me, ...transaction }])
  const receipt = () => anvil.rpc('eth_getTransactionReceipt', [hash])
  await expect.poll(receipt, { interval: 10 }).not.toBeNull()
  return ((await receipt()) as { contractAddress: Hex }).contractAddress
}

const deploy = async (name: 'DevToken' | 'PricePool', args: readonly unknown[]): Promise<Hex> => {
  const { abi, bytecode } = artifacts[name]
  return transact({ data: encodeDeployData({ abi, bytecode, args } as never) })
}
/** Advances the chain's time. */
const wait = async (seconds: number) => {
  await anvil.rpc('evm_increaseTime', [seconds])
  await anvil.rpc('anvil_mine', ['0x1'])
}
const call = (to: Hex, functionName: 'setTick' | 'setLiquidity', value: unknown) =>
  transact({
    to,
    data: encodeFunctionData({ abi: artifacts.PricePool.abi, functionName, args: [value] } as never),
  })

describe('poolPrices', () => {
  let token: Hex
  let stable: Hex
  beforeEach(async () => {
    token = await deploy('DevToken', ['Token', 'TKN', 18])
    stable = await deploy('DevToken', ['Stable', 'USD', 6])
    await mint(stable)
  })
  const mint = async (to: Hex) => {
    const { abi } = artifacts.DevToken
    const args = [me, parseUnits('1000000', 6)]
    await transact({ to, data: encodeFunctionData({ abi, functionName: 'mint', args } as never) })
  }

  async function priceOf(pool: Partial<PricePool> & { pool: Hex }, asset: string = token) {
    const chain = createChain({ upstreams: createTestUpstreams({ urls: [anvil.url] }) })
    const provider = poolPrices({
      chains: new Map([[chainId, chain]]),
      pools: new Map([[chainId, new Map([[asset.toLowerCase(), { token, stable, floor: 1000, ...pool }]])]]),
    })
    const query = { chain: chainId, assets: [asset, other], deadline: Date.now() + 20_000 } as const
    return (await provider.read(query)).get(asset)
  }
  const fund = (pool: Hex, amount = '5000') =>
    transact({
      to: stable,
      data: encodeFunctionData({ abi: erc20, args: [pool, parseUnits(amount, 6)] }),
    })
  /** Returns the tick for a price in dollars per whole token. */
  const tickOf = (dollars: number) => Math.round(Math.log(dollars * 10 ** (6 - 18)) / Math.log(1.0001))

  test.each([true, false])(
    'behavior: the 30-minute average, with the token as token 0: %s',
    async (isFirst) => {
      const tick = tickOf(2500)
      const args = isFirst ? [token, stable, tick] : [stable, token, -tick]
      const pool = await deploy('PricePool', args)
      await fund(pool)
      await wait(1900)
      expect(await priceOf({ pool })).toBeCloseTo(2500, -1)
    },
  )

  test('behavior: a recent price change counts in proportion to its time', async () => {
    const pool = await deploy('PricePool', [token, stable, 0])
    await fund(pool)
    await wait(3600)
    await call(pool, 'setTick', tickOf(2500))
    await wait(10)
    // Ten seconds of 30 minutes: the logarithm of the price changes by about 1/180.
    const price = (await priceOf({ pool })) ?? 0
    expect(Math.log(price) / Math.log(1e12)).toBeGreaterThan(0.98)
  })

  test('behavior: the native coin by its wrapped token', async () => {
    const pool = await deploy('PricePool', [token, stable, tickOf(2500)])
    await fund(pool)
    await wait(1900)
    expect(await priceOf({ pool }, 'native')).toBeCloseTo(2500, -1)
  })

  test.each<[string, (pool: Hex) => Promise<Partial<PricePool> | undefined>]>([
    ['that holds less than its floor', async () => ({ floor: 5001 })],
    ['without liquidity', async (pool) => void (await call(pool, 'setLiquidity', 0n))],
    ['of another token', async () => ({ token: other })],
    ['that is no contract', async () => ({ pool: other })],
    ['that is another contract', async () => ({ pool: stable })],
  ])('error: a pool %s has no price', async (_, change) => {
    const pool = await deploy('PricePool', [token, stable, tickOf(2500)])
    await fund(pool)
    await wait(1900)
    expect(await priceOf({ pool })).toBeDefined()
    expect(await priceOf({ pool, ...(await change(pool)) })).toBeUndefined()
  })

  test('error: a pool younger than half an hour has no price', async () => {
    const pool = await deploy('PricePool', [token, stable, tickOf(2500)])
    await fund(pool)
    await wait(1700)
    expect(await priceOf({ pool })).toBeUndefined()
  })
})
