import { expect, test } from 'vitest'
import { describeEngines } from '../../../testing/describeEngines.ts'
import type { CoinTransfer } from './coins/CoinReader.ts'
import { createIndexStore } from './createIndexStore.ts'
import { createLastRequestStore } from './createLastRequestStore.ts'
import { coinScope } from './scopes.ts'

const chain = 'eip155:1'
const [old, fresh, other] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
]
const coins = (block: number, sender: string, recipient: string): CoinTransfer => ({
  blockNumber: block,
  blockHash: `0x${block}`,
  txIndex: 0,
  txHash: `0x${block}t`,
  trace: '0',
  sender,
  recipient,
  amount: '1',
})

await describeEngines('createLastRequestStore', ({ open }) => {
  test('behavior: deletes the data of unused accounts, except what requested accounts share', async () => {
    const database = await open()
    const [store, requests] = [createIndexStore({ database }), createLastRequestStore({ database })]
    const save = (account: string, transfers: CoinTransfer[]) =>
      store.saveCoins({
        chain,
        account,
        range: { from: 0, to: 9 },
        covered: { from: 0, to: 9 },
        epoch: 0,
        transfers,
      })
    await requests.touch({ account: old, at: 100 })
    await requests.touch({ account: old, at: 150 })
    await requests.touch({ account: fresh, at: 300 })
    await save(old, [coins(1, old, other), coins(2, old, fresh)])
    await save(fresh, [coins(2, old, fresh)])

    expect(await requests.evict({ before: 150, limit: 10 })).toBe(0)
    expect(await requests.evict({ before: 200, limit: 10 })).toBe(1)
    expect(await requests.evict({ before: 200, limit: 10 })).toBe(0)
    expect(await store.intervals({ chain, scope: coinScope(old) })).toEqual([])
    expect(await store.intervals({ chain, scope: coinScope(fresh) })).toEqual([{ from: 0, to: 9 }])
    const inner = await store.innerCoins({ chain, account: old, hashes: ['0x1t', '0x2t'] })
    expect([...inner.keys()]).toEqual(['0x2t'])
  })
})
