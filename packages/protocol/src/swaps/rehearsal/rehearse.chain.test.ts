import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { coinSentinel } from '../coinSentinel.ts'
import type { SwapTerms } from '../SwapTerms.ts'
import type { WrittenCall } from '../writePoolSwap.ts'
import { accountProgram } from './accountProgram.ts'
import { rehearse } from './rehearse.ts'
import { rehearseSwap } from './rehearseSwap.ts'

const [one] = devnetManifest.chains
const { exchange } = one.contracts
const [dusd, mrbl] = one.tokens.map(({ address }) => address.toLowerCase()) as [Hex, Hex]
const account = (devnetManifest.accounts[0]?.address ?? '0x').toLowerCase()
const thief = '0xbadbad0000000000000000000000000000000bad'
const abi = parseAbi([
  'function swap(address from, address to, uint256 amount, uint256 minimum)',
  'function transfer(address to, uint256 amount)',
  'function quote(address from, address to, uint256 amount) view returns (uint256)',
])
const ether = 10n ** 18n

let dataDir: string
let devnet: Devnet
let url: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rehearse-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  url = devnet.chains.find(({ chainId }) => chainId === 31337)?.url ?? expect.fail()
})
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

type Request = { method: string; params: readonly unknown[] }

async function ask({ method, params }: Request): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/** A node without `eth_simulateV1`. */
const askOlder = (request: Request) =>
  request.method === 'eth_call' ? ask(request) : Promise.reject(new Error('method not found'))

const exchanged = ({ from, to, amount }: { from: string; to: string; amount: bigint }): WrittenCall => ({
  to: exchange,
  data: encodeFunctionData({ abi, functionName: 'swap', args: [from as Hex, to as Hex, amount, 1n] }),
  value: from === coinSentinel ? amount : 0n,
})
const termsOf = ({ from, to, amount }: { from: string; to: string; amount: bigint }): SwapTerms => ({
  router: exchange,
  spender: from === coinSentinel ? undefined : exchange,
  recipient: account,
  tokenIn: from,
  tokenOut: to,
  amountIn: amount,
  minimumOut: 1n,
  fees: [],
})
async function quote(from: string, to: string, amount: bigint): Promise<bigint> {
  const data = encodeFunctionData({ abi, functionName: 'quote', args: [from as Hex, to as Hex, amount] })
  return BigInt((await ask({ method: 'eth_call', params: [{ to: exchange, data }, 'latest'] })) as string)
}

const nodes = [
  ['with eth_simulateV1', ask],
  ['without it', askOlder],
] as const

describe.each(nodes)('rehearseSwap, at a node %s', (_, request) => {
  const rehearsed = (swap: { from: string; to: string; amount: bigint }, call = exchanged(swap)) =>
    rehearseSwap({ account, call, terms: termsOf(swap), request })

  test('behavior: what arrives, to the unit, without an allowance before', async () => {
    for (const swap of [
      { from: dusd, to: mrbl, amount: 1_234_567n },
      { from: mrbl, to: coinSentinel, amount: 3n * ether + 7n },
      { from: coinSentinel, to: dusd, amount: ether / 7n },
    ])
      expect(await rehearsed(swap), swap.from).toMatchObject({
        receives: await quote(swap.from, swap.to, swap.amount),
        spends: swap.amount,
      })
  })

  test('error: a call that takes the tokens and returns nothing shows as such', async () => {
    const swap = { from: dusd, to: mrbl, amount: 1_000_000n }
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [thief, swap.amount] })
    expect(await rehearsed(swap, { to: dusd, data, value: 0n })).toMatchObject({
      receives: 0n,
      spends: swap.amount,
    })
  })

  test('error: a call that reverts', async () => {
    const swap = { from: dusd, to: mrbl, amount: 10n ** 30n }
    expect(await rehearsed(swap)).toBe('fails')
  })

  test('behavior: steps build on each other, and nothing stays', async () => {
    const before = await ask({ method: 'eth_getBalance', params: [account, 'latest'] })
    const there = exchanged({ from: coinSentinel, to: dusd, amount: ether })
    const steps = await rehearse({
      account,
      steps: [there, { ...there, value: ether + 1n }, there],
      watched: [coinSentinel, dusd],
      request,
    })
    const got = await quote(coinSentinel, dusd, ether)
    expect(steps).toMatchObject([
      { isOk: true, changes: { [coinSentinel]: -ether, [dusd]: got } },
      { isOk: false, changes: { [coinSentinel]: 0n, [dusd]: 0n } },
      { isOk: true, changes: { [coinSentinel]: -ether, [dusd]: got } },
    ])
    expect(await ask({ method: 'eth_getBalance', params: [account, 'latest'] })).toBe(before)
  })

  test('error: a token that is no contract has no balance', async () => {
    expect(await rehearse({ account, steps: [], watched: [thief], request })).toBeUndefined()
  })
})

describe('rehearse', () => {
  test('error: nodes that ignore overrides, refuse, or answer nonsense', async () => {
    const watched = [coinSentinel]
    const answering = (result: unknown) =>
      rehearse({ account, steps: [], watched, request: () => Promise.resolve(result) })
    for (const result of [
      '0x',
      '0x00',
      null,
      {},
      [],
      [{}],
      [{ calls: [] }],
      [{ calls: [{ status: '0x1', returnData: '0x' }] }],
      `0x${'0'.repeat(192)}`,
      `0x${'0'.repeat(191)}`,
      'x'.repeat(200),
    ])
      expect(await answering(result), JSON.stringify(result)).toBeUndefined()
    const ignoring = ({ method, params }: Request) => ask({ method, params: params.slice(0, 2) })
    expect(
      await rehearse({
        account,
        steps: [],
        watched,
        request: async (request) => (request.method === 'eth_call' ? ignoring(request) : []),
      }),
    ).toBeUndefined()
    const away = () => Promise.reject(new Error('away'))
    await expect(rehearse({ account, steps: [], watched, request: away })).rejects.toThrow('away')
  })

  test('error: others cannot use the code that stands in for the account', async () => {
    // Thief calls the account with a program that would send it all coins.
    const program = `0x${thief.slice(2).padStart(64, '0')}${ether.toString(16).padStart(64, '0')}${'0'.repeat(64)}`
    const overrides = { [account]: { code: accountProgram } }
    const call = { from: thief, to: account, data: program }
    expect(await ask({ method: 'eth_call', params: [call, 'latest', overrides] })).toBe('0x')
    const own = await ask({ method: 'eth_call', params: [{ ...call, from: account }, 'latest', overrides] })
    expect(BigInt((own as string).slice(0, 66))).toBe(1n)
  })
})
