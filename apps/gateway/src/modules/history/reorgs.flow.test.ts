import { type HistoryResponse, historyResponse, problem } from '@portico/protocol/gateway'
import { type Hex, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'
import { type Instead, startProxy } from '../../testing/startProxy.ts'

const [me, friend] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
] as const

let anvil: Anvil
let clean: unknown
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil?.stop())
beforeEach(async () => {
  if (clean) await anvil.rpc('evm_revert', [clean])
  clean = await anvil.rpc('evm_snapshot')
})

/** Creates a generator of pseudo-random numbers that are the same in every run (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

async function send(amount: number, from: string = me): Promise<Hex> {
  const to = from === me ? friend : me
  const transaction = { from, to, value: toHex(amount) }
  const hash = (await anvil.rpc('eth_sendTransaction', [transaction])) as Hex
  await expect.poll(() => anvil.rpc('eth_getTransactionReceipt', [hash]), { interval: 10 }).not.toBeNull()
  return hash
}

/** Returns the account's transactions on the current chain, newest first. */
async function readChain(): Promise<string[]> {
  const head = Number(await anvil.rpc('eth_blockNumber'))
  const found: string[] = []
  for (let number = head; number >= 0; number--) {
    const block = (await anvil.rpc('eth_getBlockByNumber', [toHex(number), true])) as {
      transactions: { hash: string; transactionIndex: string }[]
    }
    found.push(...[...block.transactions].reverse().map(({ hash }) => hash))
  }
  return found
}

async function page({ get }: TestApp, limit: number, cursor: string | null) {
  const response = await get(
    `/v1/account/eip155:31337:${me}/history?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`,
  )
  if (response.status === 409) {
    expect(problem.parse(await response.json()).code).toBe('cursor-stale')
    return 'stale'
  }
  expect(response.status).toBe(200)
  return historyResponse.parse(await response.json()) as HistoryResponse
}

const ways: readonly [string, RegExp][] = [
  ['traces', /^$/],
  ['search', /^trace_/],
  ['blocks', /^(trace|ots|alchemy)_/],
]

describe('cursors while the chain is reorganised between pages', () => {
  test.each(ways.flatMap(([way, refused]) => [2, 3].map((seed) => [way, seed, refused] as const)))(
    'behavior: by %s, seed %d: a list read to its end equals the chain, without repeats or gaps',
    async (_, seed, refused) => {
      const random = createRandom(seed)
      const proxy = await startProxy({
        url: anvil.url,
        before: ({ method }): Instead =>
          refused.test(method) ? { error: { code: -32601, message: 'no such method' } } : undefined,
      })
      const test = await createTestApp({ rpcUrls: { 'eip155:31337': [proxy.url] } })
      for (let count = 0; count < 16; count++) await send(count + 1, random(3) ? me : friend)

      let stale = 0
      let complete = 0
      for (let walk = 0; walk < 6; walk++) {
        const expected = await readChain()
        const seen: string[] = []
        let cursor: string | null = null
        let undone = false
        for (;;) {
          const result: Awaited<ReturnType<typeof page>> = await page(test, 1 + random(4), cursor)
          if (result === 'stale') {
            // A stale cursor is an error instead of repeated or skipped entries; the client starts again.
            expect(undone).toBe(true)
            stale++
            break
          }
          seen.push(...result.data.map(({ metadata }) => metadata.hash))
          expect(new Set(seen).size).toBe(seen.length)
          cursor = result.next
          if (cursor === null) {
            // All changes in the meantime were above the pages still to be read.
            expect(seen).toEqual(expected)
            complete++
            break
          }
          const chance = random(5)
          if (chance === 0) {
            await anvil.rpc('anvil_reorg', [2 + random(9), []])
            undone = true
          } else if (chance < 4) await send(100 + walk * 10 + random(9))
        }
      }
      expect(stale).toBeGreaterThan(0)
      expect(complete).toBeGreaterThan(0)
      const whole = (await page(test, 100, null)) as HistoryResponse
      expect(whole.data.map(({ metadata }) => metadata.hash)).toEqual(await readChain())
    },
    60_000,
  )
})
