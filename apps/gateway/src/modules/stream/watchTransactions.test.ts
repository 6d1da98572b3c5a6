import { describe, expect, test } from 'vitest'
import type { Chain } from '../../chain/Chain.ts'
import { watchTransactions } from './watchTransactions.ts'

const hashOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`

/** A chain that knows no transaction, and remembers what it was asked. */
function createChain() {
  const batches: string[][] = []
  const requestMany: Chain['requestMany'] = async (calls) => {
    batches.push(calls.map(({ params }) => String(params[0])))
    return calls.map(() => null)
  }
  return { chain: { id: 'eip155:1', requestMany } as unknown as Chain, batches }
}

describe('watchTransactions', () => {
  test('behavior: hashes without number are asked for in small batches, a part with each block, all in turn', async () => {
    const { chain, batches } = createChain()
    const watch = watchTransactions({
      chain,
      publish: async () => undefined,
      onPending: async () => undefined,
    })
    for (let index = 0; index < 2500; index++) watch.add(hashOf(index))
    const asked = new Set<string>()
    for (let block = 1; block <= 3; block++) {
      batches.length = 0
      await watch.look(block, 0)
      expect(batches.flat()).toHaveLength(2000)
      expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(100)
      for (const hash of batches.flat()) asked.add(hash)
    }
    expect(asked.size).toBe(2500)
  })

  test('behavior: what nobody follows any longer is not asked for', async () => {
    const { chain, batches } = createChain()
    const watch = watchTransactions({
      chain,
      publish: async () => undefined,
      onPending: async () => undefined,
    })
    for (let index = 0; index < 60; index++) watch.add(hashOf(index))
    const first = watch.look(1, 0)
    for (let index = 0; index < 60; index++) watch.remove(hashOf(index))
    await first
    expect(batches).toHaveLength(1)
    await watch.look(2, 0)
    expect(batches).toHaveLength(1)
  })
})
