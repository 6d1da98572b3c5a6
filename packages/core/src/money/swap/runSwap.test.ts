// @vitest-environment jsdom
import { RpcError } from '@portico/protocol'
import type { ConvertQuote } from '@portico/protocol/gateway'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../../actions/connect.ts'
import type { Kit } from '../../kit.ts'
import { deferred } from '../../testing/deferred.ts'
import { ada, fakeNamespace, fakeWallet } from '../../testing/fakeNamespace.ts'
import { testKit, until } from '../../testing/testKit.ts'
import type { NamespaceSwaps, SwapPlan, SwapStep } from '../NamespaceSwaps.ts'
import type { NamespaceTransfers, TransferOutcome } from '../NamespaceTransfers.ts'
import { updateMoney } from '../updateMoney.ts'
import { prepareSwap } from './prepareSwap.ts'
import { runSwap } from './runSwap.ts'
import type { SwapWish } from './swapQuotesQuery.ts'
import { takeBackAllowance } from './takeBackAllowance.ts'

const token = '0x1111111111111111111111111111111111111111'
const router = '0x2222222222222222222222222222222222222222'
const wish: SwapWish = {
  subject: { address: ada, networkId: 'eip155:1' },
  from: { token, symbol: 'DUSD', decimals: 6, isListed: true },
  to: { symbol: 'ETH', decimals: 18, isListed: true },
  amount: 1_000_000n,
  slippage: 100,
}

/** What the network and the wallet do; tests change it. */
let chain: {
  out: bigint
  steps: SwapStep[]
  rejects?: SwapStep | 'take-back' | undefined
  error?: unknown
  outcome: TransferOutcome
  spender: string
}
const asked: string[] = []
const events: string[] = []
let kit: Kit

const quote = (): ConvertQuote => ({
  provider: 'onchain',
  fromAmount: '1000000',
  fromAccount: `eip155:1:${token}`,
  toAmount: `${chain.out}`,
  toAccount: 'eip155:1:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  minAmount: '1',
  priceImpact: 0.1,
  gas: '150000',
  spender: router,
  expiresAt: new Date().toISOString(),
})

/** A network with one router: an allowance is used up by the swap. */
const swaps: NamespaceSwaps = {
  async prepare({ order, withoutPermit }) {
    const isLess = chain.out < order.minimum
    const steps = withoutPermit && chain.steps[0] === 'permit' ? (['approve', 'swap'] as const) : chain.steps
    const plan = { order, steps, isAtomic: false, spender: chain.spender, fee: 1n, notes: [], request: {} }
    return { ...plan, receives: chain.out, refusal: isLess ? 'below-minimum' : undefined }
  },
  async perform({ step, signature }) {
    asked.push(signature ? `${step} with ${signature}` : step)
    if (chain.rejects === step) throw chain.error
    if (step === 'permit') return { signature: 'signed' }
    if (step !== 'swap') chain.steps = step === 'reset' ? ['approve', 'swap'] : ['swap']
    return { sent: { hash: `0x${step}`, from: ada } }
  },
  async takeBack() {
    asked.push('take-back')
    if (chain.rejects === 'take-back') throw chain.error
    return { hash: '0xback', from: ada }
  },
}
const transfers = { waitForOutcome: async () => chain.outcome } as unknown as NamespaceTransfers

beforeEach(async () => {
  chain = { out: 2_000_000n, steps: ['approve', 'swap'], outcome: 'confirmed', spender: router }
  asked.length = 0
  events.length = 0
  vi.stubGlobal('fetch', async () => Response.json({ quotes: [quote()] }))
  const { namespace } = fakeNamespace([fakeWallet()])
  const adapter = { ...namespace, swaps: async () => swaps, transfers: async () => transfers }
  kit = testKit({ adapters: [{ namespace: adapter }], gatewayUrl: 'https://gateway.test' }).kit
  await connect(kit, { connectorId: 'dev.fake' })
  kit.events.on((event) => {
    if (event.type === 'track') events.push(event.track.event)
  })
})
afterEach(() => {
  kit.destroy()
  vi.unstubAllGlobals()
})

const agreedPlan = () => prepareSwap(kit, { wish, quotes: [quote()] })
const run = async (plan?: SwapPlan, signal?: AbortSignal) =>
  runSwap(kit, { wish, plan: plan ?? (await agreedPlan()), signal })
const swapState = () => kit.store.getState().money?.swap ?? expect.fail()
const rejection = new RpcError({ rpcCode: 4001 })

describe('prepareSwap', () => {
  test('behavior: the least is the amount less the slippage', async () => {
    expect((await agreedPlan()).order.minimum).toBe(1_980_000n)
  })

  test('behavior: what a token that keeps a part returns in the rehearsal is the offer', async () => {
    const offered = quote()
    chain.out = 1_900_000n
    const plan = await prepareSwap(kit, { wish, quotes: [offered] })
    expect(plan).toMatchObject({ refusal: undefined, receives: 1_900_000n })
    expect(plan.order.minimum).toBe(1_881_000n)
  })

  test('behavior: the second offer is taken if the first cannot be proved', async () => {
    const spy = vi.spyOn(swaps, 'prepare')
    spy.mockImplementationOnce(async ({ order }) => ({
      ...{ order, steps: [], isAtomic: false, fee: 0n, notes: [], refusal: 'unverified', request: {} },
    }))
    const plan = await prepareSwap(kit, { wish, quotes: [quote(), { ...quote(), provider: 'second' }] })
    expect(plan.order.quote.provider).toBe('second')
    spy.mockRestore()
  })

  test('behavior: an offer below what was agreed to is refused without asking for its transaction', async () => {
    const spy = vi.spyOn(swaps, 'prepare')
    const plan = await prepareSwap(kit, { wish, quotes: [quote()], minimum: 2_000_001n })
    expect(plan).toMatchObject({ refusal: 'below-minimum', steps: [] })
    expect(spy).not.toHaveBeenCalled()
    spy.mockRestore()
  })

  test('error: without an offer there is no plan', async () => {
    await expect(prepareSwap(kit, { wish, quotes: [] })).rejects.toMatchObject({ code: 'swap-unavailable' })
  })
})

describe('runSwap', () => {
  test('behavior: allows, waits for the block, checks again, and swaps', async () => {
    await run()
    expect(asked).toEqual(['approve', 'swap'])
    expect(swapState()).toMatchObject({ stage: { name: 'confirmed', hash: '0xswap' }, isAllowed: false })
    expect(events).toEqual(['INITIATE_SWAP', 'SWAP_SUCCESS'])
  })

  test('behavior: the signature of a permit becomes part of the swap', async () => {
    chain.steps = ['permit', 'swap']
    await run()
    expect(asked).toEqual(['permit', 'swap with signed'])
    expect(swapState().stage.name).toBe('confirmed')
  })

  test('behavior: a wallet that signs no permits is asked to allow instead', async () => {
    chain.steps = ['permit', 'swap']
    chain.rejects = 'permit'
    chain.error = new RpcError({ rpcCode: 4200 })
    await run()
    expect(asked).toEqual(['permit', 'approve', 'swap'])
    expect(swapState().stage.name).toBe('confirmed')
  })

  test('behavior: an earlier allowance is reset first', async () => {
    chain.steps = ['reset', 'approve', 'swap']
    await run()
    expect(asked).toEqual(['reset', 'approve', 'swap'])
  })

  test('behavior: nothing is signed if the price is worse than agreed; the new one can be accepted', async () => {
    const plan = await agreedPlan()
    chain.out = 1_900_000n
    await run(plan)
    expect(asked).toEqual([])
    expect(swapState()).toMatchObject({
      stage: { name: 'changed' },
      plan: { order: { minimum: 1_881_000n } },
    })
    await run(swapState().plan)
    expect(asked).toEqual(['approve', 'swap'])
  })

  test('behavior: a better price is taken with the agreed minimum', async () => {
    const plan = await agreedPlan()
    chain.out = 3_000_000n
    await run(plan)
    expect(swapState()).toMatchObject({
      stage: { name: 'confirmed' },
      plan: { order: { minimum: 1_980_000n } },
    })
  })

  test('behavior: another spender has to be accepted first', async () => {
    const plan = await agreedPlan()
    chain.spender = '0x3333333333333333333333333333333333333333'
    await run(plan)
    expect(asked).toEqual([])
    expect(swapState().stage.name).toBe('changed')
  })

  test('behavior: after an allowance, a refused swap can be made or the allowance taken back', async () => {
    chain.rejects = 'swap'
    chain.error = rejection
    await run()
    expect(swapState()).toMatchObject({ stage: { name: 'rejected', step: 'swap' }, isAllowed: true })
    expect(events).toEqual(['INITIATE_SWAP'])
    chain.rejects = undefined
    await run(swapState().plan)
    expect(asked).toEqual(['approve', 'swap', 'swap'])
    expect(swapState()).toMatchObject({ stage: { name: 'confirmed' }, isAllowed: false })
  })

  test('behavior: the allowance is taken back', async () => {
    chain.rejects = 'swap'
    chain.error = rejection
    await run()
    await takeBackAllowance(kit)
    expect(asked.at(-1)).toBe('take-back')
    expect(swapState()).toMatchObject({ stage: { name: 'taken-back', hash: '0xback' }, isAllowed: false })
    await takeBackAllowance(kit)
    expect(asked.filter((each) => each === 'take-back')).toHaveLength(1)
  })

  test('behavior: a refused return of the allowance can be repeated', async () => {
    chain.rejects = 'swap'
    chain.error = rejection
    await run()
    chain.rejects = 'take-back'
    await takeBackAllowance(kit)
    expect(swapState()).toMatchObject({ stage: { name: 'rejected', step: 'take-back' }, isAllowed: true })
  })

  test.each<[SwapStep, unknown]>([
    ['swap', new RpcError({ rpcCode: -32603 })],
    ['approve', new Error('The connection was lost.')],
  ])('behavior: %s with an unknown outcome is never asked for again', async (step, error) => {
    chain.rejects = step
    chain.error = error
    await run()
    expect(swapState().stage).toEqual({ name: 'unknown', step })
    const before = asked.length
    await run(swapState().plan)
    expect(asked).toHaveLength(before)
    expect(swapState().stage).toEqual({ name: 'unknown', step })
  })

  test.each<[TransferOutcome, string]>([
    ['failed', 'failed'],
    ['replaced', 'replaced'],
    ['expired', 'expired'],
  ])('behavior: an outcome %s ends it as %s', async (outcome, reason) => {
    chain.steps = ['swap']
    chain.outcome = outcome
    await run()
    expect(swapState().stage).toEqual({ name: 'failed', step: 'swap', reason })
    expect(events).toEqual(['INITIATE_SWAP', 'SWAP_ERROR'])
  })

  test('error: a wallet that surely sent nothing', async () => {
    chain.rejects = 'approve'
    chain.error = new RpcError({ rpcCode: 4100 })
    await run()
    expect(swapState().stage).toEqual({ name: 'failed', step: 'approve', reason: 'wallet' })
    expect(events).toEqual(['INITIATE_SWAP', 'SWAP_APPROVAL_ERROR'])
  })

  test('error: a token that always needs another allowance ends the swap', async () => {
    const spy = vi.spyOn(swaps, 'perform')
    spy.mockImplementation(async ({ step }) => {
      asked.push(step)
      return { sent: { hash: `0x${step}`, from: ada } }
    })
    await run()
    expect(asked).toEqual(['approve'])
    expect(swapState().stage).toEqual({ name: 'failed', step: 'approve', reason: 'fails' })
    spy.mockRestore()
  })

  test('error: the last price cannot be read', async () => {
    const plan = await agreedPlan()
    vi.stubGlobal('fetch', async () => Response.json({ code: 'internal' }, { status: 400 }))
    await run(plan)
    expect(asked).toEqual([])
    expect(swapState().stage).toEqual({ name: 'failed', step: 'swap', reason: 'unreachable' })
  })

  test('error: there is no offer any more', async () => {
    const plan = await agreedPlan()
    vi.stubGlobal('fetch', async () => Response.json({ quotes: [{ ...quote(), fromAmount: '2' }] }))
    await run(plan)
    expect(swapState().stage).toEqual({ name: 'failed', step: 'swap', reason: 'no-route' })
  })

  test('error: the wallet is on another account', async () => {
    const plan = await agreedPlan()
    const other = { ...plan, order: { ...plan.order, account: `0x${'0b'.repeat(20)}` } }
    const spy = vi.spyOn(swaps, 'prepare').mockResolvedValue(other)
    await run(other)
    expect(asked).toEqual([])
    expect(swapState().stage).toEqual({ name: 'failed', step: 'approve', reason: 'moved' })
    spy.mockRestore()
  })

  test('behavior: once the visitor has left, the wallet is not asked for the swap', async () => {
    const mined = deferred<TransferOutcome>()
    const spy = vi.spyOn(transfers, 'waitForOutcome').mockReturnValueOnce(mined.promise)
    const leave = new AbortController()
    const running = run(undefined, leave.signal)
    await until(kit, ({ money }) => money?.swap?.stage.name === 'sent')
    leave.abort()
    mined.resolve('confirmed')
    await running
    expect(asked).toEqual(['approve'])
    expect(swapState()).toMatchObject({ stage: { name: 'allowed' }, isAllowed: true })
    spy.mockRestore()
  })

  test('behavior: a swap that the visitor has dismissed while it was sent does not come back', async () => {
    chain.steps = ['swap']
    const mined = deferred<TransferOutcome>()
    const spy = vi.spyOn(transfers, 'waitForOutcome').mockReturnValueOnce(mined.promise)
    const running = run()
    await until(kit, ({ money }) => money?.swap?.stage.name === 'sent')
    updateMoney(kit, { swap: undefined })
    mined.resolve('confirmed')
    await running
    expect(kit.store.getState().money?.swap).toBeUndefined()
    expect(events).toEqual(['INITIATE_SWAP', 'SWAP_SUCCESS'])
    spy.mockRestore()
  })

  test('behavior: how a dismissed swap ended is not said of the next one', async () => {
    chain.steps = ['swap']
    const mined = deferred<TransferOutcome>()
    const spy = vi.spyOn(transfers, 'waitForOutcome').mockReturnValueOnce(mined.promise)
    const first = run()
    await until(kit, ({ money }) => money?.swap?.stage.name === 'sent')
    updateMoney(kit, { swap: undefined })
    const answer = deferred<{ sent: { hash: string; from: string } }>()
    const wallet = vi.spyOn(swaps, 'perform').mockReturnValueOnce(answer.promise)
    const second = run()
    await until(kit, ({ money }) => money?.swap?.stage.name === 'waiting')
    mined.resolve('failed')
    await first
    expect(swapState().stage).toEqual({ name: 'waiting', step: 'swap' })
    answer.resolve({ sent: { hash: '0xsecond', from: ada } })
    await second
    expect(swapState().stage).toEqual({ name: 'confirmed', hash: '0xsecond' })
    spy.mockRestore()
    wallet.mockRestore()
  })

  test('behavior: after an allowance that the visitor has dismissed, the wallet is asked for nothing', async () => {
    const mined = deferred<TransferOutcome>()
    const spy = vi.spyOn(transfers, 'waitForOutcome').mockReturnValueOnce(mined.promise)
    const running = run()
    await until(kit, ({ money }) => money?.swap?.stage.name === 'sent')
    updateMoney(kit, { swap: undefined })
    mined.resolve('confirmed')
    await running
    expect(asked).toEqual(['approve'])
    expect(kit.store.getState().money?.swap).toBeUndefined()
    spy.mockRestore()
  })

  test('behavior: an allowance that is taken back and dismissed does not come back', async () => {
    const plan = await agreedPlan()
    updateMoney(kit, { swap: { wish, plan, isAllowed: true, stage: { name: 'allowed' } } })
    const mined = deferred<TransferOutcome>()
    const spy = vi.spyOn(transfers, 'waitForOutcome').mockReturnValueOnce(mined.promise)
    const running = takeBackAllowance(kit)
    await until(kit, ({ money }) => money?.swap?.stage.name === 'sent')
    updateMoney(kit, { swap: undefined })
    mined.resolve('confirmed')
    await running
    expect(kit.store.getState().money?.swap).toBeUndefined()
    spy.mockRestore()
  })
})
