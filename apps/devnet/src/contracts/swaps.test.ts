import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  concatHex,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  maxUint256,
  numberToHex,
  parseEther,
  parseSignature,
  parseUnits,
  publicActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getArtifacts } from '../artifacts.ts'
import { devnetManifest } from '../manifest.ts'
import { type Devnet, startChains } from '../startChains.ts'
import type { Artifacts, ContractName } from './compile.ts'

const { swaps, chains, accounts } = devnetManifest
const { wrapped, factory, router, strictToken, feeToken, unsellableToken } = swaps
const [dusd, mrbl] = chains[0].tokens.map(({ address }) => address) as [Address, Address]
const trader = privateKeyToAccount(accounts[7]?.privateKey ?? '0x')
const me = '0x0000000000000000000000000000000000000001'
const self = '0x0000000000000000000000000000000000000002'
const nothing = '0x0000000000000000000000000000000000000000'

const clientOf = (url: string) =>
  createWalletClient({
    account: trader,
    chain: {
      id: 31337,
      name: 'Local One',
      nativeCurrency: chains[0].coin,
      rpcUrls: { default: { http: [url] } },
    },
    transport: http(url),
    pollingInterval: 20,
    cacheTime: 0,
  }).extend(publicActions)

let dataDir: string
let devnet: Devnet
let artifacts: Artifacts
let client: ReturnType<typeof clientOf>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'devnet-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  artifacts = await getArtifacts()
  client = clientOf(devnet.chains[0]?.url ?? '')
  for (const token of [dusd, mrbl, strictToken, feeToken]) {
    const contract = token === strictToken ? 'StrictToken' : 'DevToken'
    await write(token, contract, 'mint', [
      trader.address,
      parseUnits('1000', token === mrbl || token === feeToken ? 18 : 6),
    ])
    await write(token, contract, 'approve', [router, maxUint256])
  }
})
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const encode = (contract: ContractName, functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: artifacts[contract].abi, functionName, args })

async function send(to: Address, data: Hex, value = 0n): Promise<void> {
  const hash = await client.sendTransaction({ to, data, value })
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
}

async function write(
  to: Address,
  contract: ContractName,
  name: string,
  args: readonly unknown[],
  value = 0n,
) {
  await client.simulateContract({
    address: to,
    abi: artifacts[contract].abi,
    functionName: name,
    args,
    value,
  })
  await send(to, encode(contract, name, args), value)
}

const read = (
  address: Address,
  contract: ContractName,
  functionName: string,
  args: readonly unknown[] = [],
) => client.readContract({ address, abi: artifacts[contract].abi, functionName, args })
const held = (token: Address, account: Address = trader.address) =>
  read(token, 'WrappedEther', 'balanceOf', [account]) as Promise<bigint>
const path = (...parts: (Address | number)[]) =>
  concatHex(parts.map((part) => (typeof part === 'number' ? numberToHex(part, { size: 3 }) : part)))
const single = (from: Address, to: Address, fee: number, recipient: Address, amount: bigint, minimum = 0n) =>
  encode('LocalRouter', 'exactInputSingle', [[from, to, fee, recipient, amount, minimum, 0n]])
const deadline = maxUint256

/** What an account gets of a token by a transaction of the trader. */
async function gainOf(token: Address, act: () => Promise<void>, account: Address = trader.address) {
  const before = await held(token, account)
  await act()
  return (await held(token, account)) - before
}

describe('the seed', () => {
  test.each(['first', 'second'])(
    'behavior: has the addresses of the manifest on the %s chain',
    async (which) => {
      const on = clientOf(devnet.chains[which === 'first' ? 0 : 1]?.url ?? '')
      for (const [name, address] of Object.entries(swaps))
        expect(await on.getCode({ address }), name).toMatch(/^0x60/)
      expect(
        await on.readContract({ address: router, abi: artifacts.LocalRouter.abi, functionName: 'factory' }),
      ).toBe(factory)
      expect(
        await on.readContract({ address: router, abi: artifacts.LocalRouter.abi, functionName: 'WETH9' }),
      ).toBe(wrapped)
    },
  )
})

describe('WrappedEther', () => {
  test('behavior: is worth the coins deposited, and gives them back', async () => {
    expect(await gainOf(wrapped, () => write(wrapped, 'WrappedEther', 'deposit', [], 5n))).toBe(5n)
    expect(await gainOf(wrapped, () => send(wrapped, '0x', 7n))).toBe(7n)
    expect(await gainOf(wrapped, () => write(wrapped, 'WrappedEther', 'withdraw', [4n]))).toBe(-4n)
    expect(await client.getBalance({ address: wrapped })).toBe(
      await read(wrapped, 'WrappedEther', 'totalSupply'),
    )
  })

  test('error: more than deposited', async () => {
    await expect(write(wrapped, 'WrappedEther', 'withdraw', [10n ** 18n])).rejects.toThrow()
    const steal = [accounts[1]?.address, trader.address, 1n]
    await expect(write(wrapped, 'WrappedEther', 'transferFrom', steal)).rejects.toThrow()
  })
})

describe('LocalRouter', () => {
  const usd = parseUnits('32', 6)
  // 0.01 ETH at 3,200 dollars before fees.
  const [least, most] = [parseEther('0.00990'), parseEther('0.009996')]

  test('behavior: swaps over a pair, a pool, and two pools', async () => {
    for (const data of [
      encode('LocalRouter', 'swapExactTokensForTokens', [usd, least, [dusd, wrapped], me]),
      single(dusd, wrapped, 500, me, usd, least),
      encode('LocalRouter', 'exactInput', [[path(dusd, 3000, mrbl, 3000, wrapped), me, usd, least]]),
    ]) {
      const gain = await gainOf(wrapped, () => send(router, data))
      expect(gain).toBeGreaterThan(least)
      expect(gain).toBeLessThan(most)
    }
  })

  test('behavior: sells the coin, pays out the coin, and leaves nothing behind', async () => {
    const amount = parseEther('0.01')
    const bought = await gainOf(dusd, () =>
      write(router, 'LocalRouter', 'multicall', [deadline, [single(wrapped, dusd, 500, me, amount)]], amount),
    )
    expect(bought).toBeGreaterThan(parseUnits('31.9', 6))
    const recipient = '0x00000000000000000000000000000000000c0ffe'
    await write(router, 'LocalRouter', 'multicall', [
      deadline,
      [single(dusd, wrapped, 500, self, usd), encode('LocalRouter', 'unwrapWETH9', [least, recipient])],
    ])
    expect(await client.getBalance({ address: recipient })).toBeGreaterThan(least)
    expect([await held(wrapped, router), await client.getBalance({ address: router })]).toEqual([0n, 0n])
  })

  test('behavior: joins a pair and a pool by the balance of the router', async () => {
    const gain = await gainOf(wrapped, () =>
      write(router, 'LocalRouter', 'multicall', [
        deadline,
        [
          encode('LocalRouter', 'swapExactTokensForTokens', [usd, 0n, [dusd, mrbl], self]),
          single(mrbl, wrapped, 3000, me, 0n, least),
        ],
      ]),
    )
    expect(gain).toBeGreaterThan(least)
  })

  test('behavior: takes a permit in the same transaction', async () => {
    await write(dusd, 'DevToken', 'approve', [router, 0n])
    const signature = await trader.signTypedData({
      domain: { name: 'Dev USD', version: '1', chainId: 31337, verifyingContract: dusd },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message: { owner: trader.address, spender: router, value: usd, nonce: 0n, deadline },
    })
    const { r, s, yParity } = parseSignature(signature)
    const permit = encode('LocalRouter', 'selfPermit', [dusd, usd, deadline, 27 + yParity, r, s])
    const calls = [permit, single(dusd, wrapped, 500, me, usd)]
    expect(
      await gainOf(wrapped, () => write(router, 'LocalRouter', 'multicall', [deadline, calls])),
    ).toBeGreaterThan(least)
    expect(await read(dusd, 'DevToken', 'allowance', [trader.address, router])).toBe(0n)
    // Used up, it no longer counts; if it is not necessary, it is not needed.
    const again = encode('LocalRouter', 'selfPermitIfNecessary', [dusd, usd, deadline, 27 + yParity, r, s])
    const sell = () =>
      write(router, 'LocalRouter', 'multicall', [deadline, [again, single(dusd, wrapped, 500, me, usd)]])
    await expect(sell()).rejects.toThrow()
    await write(dusd, 'DevToken', 'approve', [router, usd])
    expect(await gainOf(wrapped, sell)).toBeGreaterThan(least)
    await write(dusd, 'DevToken', 'approve', [router, maxUint256])
  })

  test('behavior: gives back coins that were not needed', async () => {
    const before = await client.getBalance({ address: trader.address })
    await write(
      router,
      'LocalRouter',
      'multicall',
      [[encode('LocalRouter', 'refundETH', [])]],
      parseEther('1'),
    )
    expect(await client.getBalance({ address: trader.address })).toBeGreaterThan(before - parseEther('0.01'))
  })

  test('behavior: sells a token whose approve returns nothing, and one that burns a part of transfers', async () => {
    expect(await gainOf(dusd, () => send(router, single(strictToken, dusd, 100, me, usd)))).toBe(31_994_752n)
    const data = encode('LocalRouter', 'swapExactTokensForTokens', [
      parseEther('32'),
      0n,
      [feeToken, wrapped],
      me,
    ])
    const gain = await gainOf(wrapped, () => send(router, data))
    expect(gain).toBeGreaterThan(parseEther('0.0096'))
    expect(gain).toBeLessThan(parseEther('0.0098'))
  })

  test('error: a token that cannot be sold', async () => {
    const buy = encode('LocalRouter', 'swapExactTokensForTokens', [
      10n ** 15n,
      0n,
      [wrapped, unsellableToken],
      me,
    ])
    const bought = await gainOf(unsellableToken, () => send(router, buy, 10n ** 15n))
    expect(bought).toBeGreaterThan(parseEther('3'))
    await write(unsellableToken, 'UnsellableToken', 'approve', [router, bought])
    const sell = [bought, 0n, [unsellableToken, wrapped], me]
    await expect(write(router, 'LocalRouter', 'swapExactTokensForTokens', sell)).rejects.toThrow(
      'Not for sale',
    )
  })

  test('error: too little, too late, and a path that is cut off', async () => {
    const tooLittle = [[dusd, wrapped, 500, me, usd, parseEther('1'), 0n]]
    await expect(write(router, 'LocalRouter', 'exactInputSingle', tooLittle)).rejects.toThrow(
      'Too little received',
    )
    const v2 = [usd, parseEther('1'), [dusd, wrapped], me]
    await expect(write(router, 'LocalRouter', 'swapExactTokensForTokens', v2)).rejects.toThrow(
      'Too little received',
    )
    await expect(write(router, 'LocalRouter', 'multicall', [1n, []])).rejects.toThrow('Transaction too old')
    const cut = [[path(dusd, 500), me, usd, 0n]]
    await expect(write(router, 'LocalRouter', 'exactInput', cut)).rejects.toThrow('Path')
  })

  test('error: a callback that no pool makes cannot spend the allowance of others', async () => {
    const payment = concatHex(
      [dusd, wrapped, numberToHex(500), trader.address].map(
        (word) => `0x${word.slice(2).padStart(64, '0')}`,
      ) as Hex[],
    )
    const args = [1n, 1n, payment]
    await expect(write(router, 'LocalRouter', 'uniswapV3SwapCallback', args)).rejects.toThrow('Not a pool')
  })
})

describe('LocalPool', () => {
  test('behavior: stops at the price limit', async () => {
    const pool = (await read(factory, 'LocalFactory', 'getPool', [dusd, wrapped, 500])) as Address
    const [price] = (await read(pool, 'LocalPool', 'slot0')) as [bigint]
    const zeroForOne = wrapped.toLowerCase() < dusd.toLowerCase()
    const limit = zeroForOne ? (price * 99n) / 100n : (price * 101n) / 100n
    const amount = parseEther('100')
    const data = encode('LocalRouter', 'exactInputSingle', [[wrapped, dusd, 500, me, amount, 0n, limit]])
    await send(
      router,
      encode('LocalRouter', 'multicall', [[data, encode('LocalRouter', 'refundETH', [])]]),
      amount,
    )
    expect(((await read(pool, 'LocalPool', 'slot0')) as [bigint])[0]).toBe(limit)
  })

  test('error: initializing a pool again, and creating the same pool', async () => {
    const pool = (await read(factory, 'LocalFactory', 'getPool', [dusd, wrapped, 500])) as Address
    await expect(write(pool, 'LocalPool', 'initialize', [])).rejects.toThrow('Already initialized')
    await expect(write(factory, 'LocalFactory', 'createPool', [wrapped, dusd, 500])).rejects.toThrow(
      'The pool exists',
    )
    await expect(write(factory, 'LocalFactory', 'createPair', [wrapped, dusd])).rejects.toThrow(
      'The pair exists',
    )
    expect(await read(factory, 'LocalFactory', 'getPair', [strictToken, mrbl])).toBe(nothing)
  })
})
