import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada } from '../../testing/fakeNamespace.ts'
import { testKit } from '../../testing/testKit.ts'
import { watchArrival } from './watchArrival.ts'

const request = {
  networkId: 'eip155:1',
  recipient: ada,
  token: `0x${'ab'.repeat(20)}`,
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  amount: '100',
} as const

/** Watches an address whose balance, or the error in its place, is read from a list; the last one stays. */
async function watch(balances: readonly (bigint | Error)[], before?: bigint) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { kit, fake } = testKit()
  onTestFinished(kit.destroy)
  const assets = await fake.namespace.assets()
  let count = 0
  fake.namespace.assets = async () => ({
    ...assets,
    async getBalance() {
      const balance = balances[Math.min(count++, balances.length - 1)]
      if (typeof balance !== 'bigint') throw balance
      return balance
    },
  })
  const leaving = new AbortController()
  const parts: bigint[] = []
  const firsts: bigint[] = []
  let ended: unknown
  watchArrival(kit, {
    ...{ request, signal: leaving.signal, before },
    onBefore: (balance) => firsts.push(balance),
    onPart: (part) => parts.push(part),
  }).then(
    () => {
      ended = 'arrived'
    },
    (error: unknown) => {
      ended = error
    },
  )
  await vi.advanceTimersByTimeAsync(120_000)
  const result = ended
  leaving.abort(new Error('left'))
  await vi.advanceTimersByTimeAsync(10_000)
  return { result, parts, firsts, left: ended }
}

describe('watchArrival', () => {
  test('behavior: the amount arrives', async () => {
    expect((await watch([7n, 7n, 107n])).result).toBe('arrived')
  })

  test('behavior: it arrives in parts, which are told', async () => {
    const { result, parts } = await watch([0n, 40n, 40n, 100n])
    expect(result).toBe('arrived')
    expect(parts).toEqual([40n, 40n])
  })

  test('behavior: what arrives between two calls counts with the balance before', async () => {
    const first = await watch([new Error('unreachable'), 7n])
    expect(first).toMatchObject({ result: undefined, firsts: [7n] })
    expect(await watch([107n], 7n)).toMatchObject({ result: 'arrived', firsts: [] })
    expect((await watch([47n], 7n)).parts[0]).toBe(40n)
  })

  test('error: less than asked for, or what was there before, is no arrival', async () => {
    expect((await watch([500n])).result).toBeUndefined()
    const { result, left } = await watch([0n, 99n])
    expect(result).toBeUndefined()
    expect(left).toMatchObject({ message: 'left' })
  })

  test('error: a balance that cannot be read is not one of zero', async () => {
    expect((await watch([new Error('unreachable'), 500n])).result).toBeUndefined()
    expect((await watch([500n, new Error('unreachable'), 500n])).result).toBeUndefined()
  })

  test('error: a balance that falls and rises again is no arrival', async () => {
    expect((await watch([500n, 0n, 500n])).result).toBeUndefined()
  })
})
