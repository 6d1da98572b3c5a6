import { createLog } from '@portico/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SwapOffer, SwapProvider } from '../../chains/shared/providers/SwapProvider.ts'
import { withoutCircuitBreaker } from '../../chains/shared/providers/withoutCircuitBreaker.ts'
import { collectOffers } from './collectOffers.ts'

const chain = 'eip155:31337'
const query = { chain, account: '0x1', from: 'native', to: '0x2', amount: 1n, slippageBps: 100 } as const
const log = createLog({ level: 'silent' })

/** A provider that answers after some milliseconds; with an error, if it is given one. */
function provider(id: string, ms: number, answer: bigint | Error | undefined, on: string = chain) {
  const quote = vi.fn(
    () =>
      new Promise<SwapOffer | undefined>((resolve, reject) =>
        setTimeout(() => {
          if (answer instanceof Error) reject(answer)
          else resolve(answer === undefined ? undefined : { amountOut: answer, gas: 0n })
        }, ms),
      ),
  )
  const served: SwapProvider = { id, serves: (wanted) => wanted === on, cost: 1, rate: null, quote }
  return withoutCircuitBreaker(served)
}

async function collect(...providers: ReturnType<typeof provider>[]) {
  const start = Date.now()
  const collecting = collectOffers({ providers, query, log }).then(({ offers, failures }) => ({
    offers: offers.map((one) => [one.provider.id, one.offer.amountOut]),
    failures,
    ms: Date.now() - start,
  }))
  await vi.runAllTimersAsync()
  return collecting
}

describe('collectOffers', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('behavior: asks all providers of the network at once, and returns when all have answered', async () => {
    const elsewhere = provider('c', 0, 3n, 'eip155:1')
    expect(await collect(provider('a', 200, 1n), provider('b', 100, 2n), elsewhere)).toEqual({
      offers: [
        ['a', 1n],
        ['b', 2n],
      ],
      failures: [],
      ms: 200,
    })
    expect(elsewhere.provider.quote).not.toHaveBeenCalled()
  })

  test('behavior: waits 400 ms for the others after the first offer, not after the first answer', async () => {
    const answer = await collect(
      provider('none', 10, undefined),
      provider('a', 500, 1n),
      provider('b', 901, 2n),
    )
    expect(answer).toEqual({ offers: [['a', 1n]], failures: [], ms: 900 })
  })

  test('error: nobody answers within 2.5 seconds', async () => {
    const late = expect.objectContaining({ code: 'upstream-unavailable' })
    expect(await collect(provider('a', 2600, 1n))).toEqual({ offers: [], failures: [late], ms: 2500 })
    // It may have had an offer, so that having none is not the answer.
    expect(await collect(provider('none', 10, undefined), provider('a', 2600, 1n))).toMatchObject({
      failures: [late],
    })
  })

  test('error: a provider that fails leaves the offers of the others', async () => {
    const failure = new Error('down')
    expect(await collect(provider('a', 10, failure), provider('b', 20, 2n))).toEqual({
      offers: [['b', 2n]],
      failures: [failure],
      ms: 20,
    })
  })

  test('behavior: a network without providers has no offers', async () => {
    expect(await collect()).toEqual({ offers: [], failures: [], ms: 0 })
  })
})
