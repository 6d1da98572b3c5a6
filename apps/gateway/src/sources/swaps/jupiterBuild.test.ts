import { Agent } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startSwapApi } from '../../../test/startSwapApi.ts'
import { createJupiterService, jupiterBuild, jupiterBuildFor } from './jupiterBuild.ts'

const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const coin = 'So11111111111111111111111111111111111111112'
const account = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const program = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

const instruction = {
  programId: program,
  accounts: [{ pubkey: account, isSigner: true, isWritable: true }],
  data: 'AQIDBA==',
}
/** A document as the documentation describes it. */
const answer = (search: URLSearchParams, outAmount = 150_000_000n) => {
  const bps = BigInt(search.get('slippageBps') ?? 50)
  return {
    inputMint: search.get('inputMint'),
    outputMint: search.get('outputMint'),
    inAmount: search.get('amount'),
    outAmount: `${outAmount}`,
    otherAmountThreshold: `${(outAmount * (10_000n - bps) + 9_999n) / 10_000n}`,
    swapMode: 'ExactIn',
    slippageBps: Number(bps),
    priceImpactPct: '0.0001',
    routePlan: [{ swapInfo: { ammKey: program, label: 'A pool' }, percent: 100, bps: 10_000 }],
    computeBudgetInstructions: [{ ...instruction, accounts: [] }],
    setupInstructions: [],
    swapInstruction: instruction,
    cleanupInstruction: null,
    otherInstructions: [],
    tipInstruction: null,
    addressesByLookupTableAddress: { [mint]: [account] },
    blockhashWithMetadata: {
      blockhash: Array.from({ length: 32 }, (_, index) => index),
      lastValidBlockHeight: 1150,
      fetchedAt: { secs_since_epoch: 1_785_000_000, nanos_since_epoch: 0 },
    },
  }
}
const query = () => ({
  from: coin,
  to: mint,
  amount: 1_000_000_000n,
  account,
  slippageBps: 100,
  deadline: Date.now() + 3000,
})

async function make(respond: Parameters<typeof startSwapApi>[0]) {
  const { url, seen } = await startSwapApi(respond)
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  return { seen, service: createJupiterService({ url, key: 'secret', dispatcher }) }
}

describe('jupiterBuild', () => {
  test('behavior: a route and its instructions', async () => {
    const { service, seen } = await make(({ search }) => answer(search))
    expect(await jupiterBuild(service, query())).toMatchObject({
      outAmount: 150_000_000n,
      otherAmountThreshold: 148_500_000n,
      swapInstruction: { programId: program },
    })
    expect(seen).toMatchObject([{ path: '/swap/v2/build', headers: { 'x-api-key': 'secret' } }])
    expect(seen[0]?.search.get('taker')).toBe(account)
  })

  test('behavior: no route is no offer', async () => {
    const { service } = await make(
      (_, response) => void response.writeHead(400).end('{"errorCode":"NO_ROUTES_FOUND"}'),
    )
    expect(await jupiterBuild(service, query())).toBeUndefined()
  })

  test.each<[string, object]>([
    ['another token', { outputMint: coin }],
    ['another token sold', { inputMint: mint }],
    ['another amount', { inAmount: '1000000001' }],
    ['another tolerance', { slippageBps: 101 }],
    ['a minimum above the amount', { otherAmountThreshold: '150000001' }],
    ['a huge amount', { outAmount: '18446744073709551616' }],
    ['a number for an amount', { outAmount: 150_000_000 }],
    ['the other kind of swap', { swapMode: 'ExactOut' }],
    ['a tip', { tipInstruction: instruction }],
    ['no swap', { swapInstruction: null }],
    ['a program that is no key', { swapInstruction: { ...instruction, programId: '0x1' } }],
    [
      'flags that are texts',
      {
        swapInstruction: {
          ...instruction,
          accounts: [{ pubkey: account, isSigner: 'no', isWritable: true }],
        },
      },
    ],
    ['data that is not Base64', { swapInstruction: { ...instruction, data: '<b>' } }],
    ['more data than a transaction has', { swapInstruction: { ...instruction, data: 'A'.repeat(2000) } }],
    ['too many instructions', { otherInstructions: new Array(33).fill(instruction) }],
    ['tables that are no keys', { addressesByLookupTableAddress: { x: [] } }],
  ])('error: %s', async (_, changes) => {
    const { service } = await make(({ search }) => ({ ...answer(search), ...changes }))
    await expect(jupiterBuild(service, query())).rejects.toThrow()
  })
})

describe('jupiterBuildFor', () => {
  test('behavior: a tolerance that still keeps the minimum', async () => {
    const { service, seen } = await make(({ search }) => answer(search))
    const build = await jupiterBuildFor(service, { ...query(), minimum: 149_123_456n })
    expect(build.otherAmountThreshold).toBeGreaterThanOrEqual(149_123_456n)
    expect(seen.map(({ search }) => search.get('slippageBps'))).toEqual(['0', '58'])
  })

  test('error: less than the minimum, now or in the instructions', async () => {
    const fallen = await make(({ search }) => answer(search, 149_123_455n))
    await expect(jupiterBuildFor(fallen.service, { ...query(), minimum: 149_123_456n })).rejects.toThrow(
      'less than the minimum',
    )
    const lying = await make(({ search }) => ({
      ...answer(search),
      ...(search.get('slippageBps') === '0' ? {} : { otherAmountThreshold: '1' }),
    }))
    await expect(jupiterBuildFor(lying.service, { ...query(), minimum: 149_123_456n })).rejects.toThrow(
      'no longer offers',
    )
  })
})
