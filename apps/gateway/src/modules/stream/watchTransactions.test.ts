import { describe, expect, test } from 'vitest'
import type { Chain } from '../../chains/shared/Chain.ts'
import { watchTransactions } from './watchTransactions.ts'

const hashOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`

/** A chain without transactions that records its requests. */
function createChain() {
  const batches: string[][] = []
  const requestMany: Chain['requestMany'] = async (calls) => {
    batches.push(calls.map(({ params }) => String(params[0])))
    return calls.map(() => null)
  }
  return { chain: { id: 'eip155:1', requestMany } as unknown as Chain, batches }
}

describe('watchTransactions', () => {
  test('behavior: reads thousands of hashes in small batches, a part per block, all in turn', async () => {
    const { chain, batches } = createChain()
    const watch = watchTransactions({
      chain,
      publish: async () => undefined,
      onPending: async () => undefined,
    })
    for (let index = 0; index < 2500; index++) watch.add(hashOf(index))
    const requested = new Set<string>()
    for (let block = 1; block <= 3; block++) {
      batches.length = 0
      await watch.refresh(block, 0)
      expect(batches.flat()).toHaveLength(2000)
      expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(100)
      for (const hash of batches.flat()) requested.add(hash)
    }
    expect(requested.size).toBe(2500)
  })

  test('behavior: does not read removed transactions', async () => {
    const { chain, batches } = createChain()
    const watch = watchTransactions({
      chain,
      publish: async () => undefined,
      onPending: async () => undefined,
    })
    for (let index = 0; index < 60; index++) watch.add(hashOf(index))
    const first = watch.refresh(1, 0)
    for (let index = 0; index < 60; index++) watch.remove(hashOf(index))
    await first
    expect(batches).toHaveLength(1)
    await watch.refresh(2, 0)
    expect(batches).toHaveLength(1)
  })
})
