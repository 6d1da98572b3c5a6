import { expect, test } from 'vitest'
import { describeEngines } from '../../../testing/describeEngines.ts'
import type { BlockTransaction } from '../../shared/activity/KnownTransaction.ts'
import type { TokenTransfer } from '../../shared/activity/TokenTransfer.ts'
import { createIndexStore } from './createIndexStore.ts'
import { createLastRequestStore } from './createLastRequestStore.ts'
import type { IndexStore } from './IndexStore.ts'
import { wholeChain } from './scopes.ts'

const chain = 'eip155:1'
const me = `0x${'1'.repeat(40)}`
const you = `0x${'2'.repeat(40)}`
const token = `0x${'3'.repeat(40)}`
const hash = (block: number) => `0x${block.toString(16).padStart(64, '0')}`

const transfer = (blockNumber: number, more: Partial<TokenTransfer> = {}): TokenTransfer => ({
  blockNumber,
  blockHash: hash(blockNumber),
  txIndex: 0,
  txHash: `${hash(blockNumber)}t`,
  logIndex: 0,
  subIndex: 0,
  standard: 'erc20',
  token,
  sender: me,
  recipient: you,
  tokenId: null,
  amount: '1',
  ...more,
})
const transaction = (blockNumber: number, more: Partial<BlockTransaction> = {}): BlockTransaction => ({
  hash: `${hash(blockNumber)}t`,
  blockNumber,
  txIndex: 0,
  blockHash: hash(blockNumber),
  timestamp: 1_700_000_000 + blockNumber,
  sender: me,
  recipient: you,
  value: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  nonce: blockNumber,
  selector: '0x',
  payee: '',
  input: null,
  delegate: '',
  ...more,
})
const saveTransfers = (store: IndexStore, from: number, to: number, more: object = {}) =>
  store.saveTransfers({
    chain,
    account: me,
    range: { from, to },
    covered: { from, to },
    epoch: 0,
    transfers: Array.from({ length: to - from + 1 }, (_, index) => transfer(from + index)),
    operations: [],
    ...more,
  })
const activity = async (store: IndexStore, account = me) =>
  (
    await store.activity({ chain, account, before: { block: 10_000, index: 0 }, notBelow: 0, limit: 1000 })
  ).map(({ blockNumber }) => blockNumber)

await describeEngines('createIndexStore', ({ open, openTogether }) => {
  test('behavior: a new read of a range replaces its data', async () => {
    const store = createIndexStore({ database: await open() })
    await saveTransfers(store, 1, 3)
    await saveTransfers(store, 2, 3, { transfers: [transfer(3, { amount: '7' })] })
    expect(await activity(store)).toEqual([3, 1])
    const found = await store.transfers({ chain, account: me, hashes: [`${hash(3)}t`] })
    expect(found.get(`${hash(3)}t`)).toEqual([transfer(3, { amount: '7' })])
    expect(await store.intervals({ chain, scope: me })).toEqual([{ from: 1, to: 3 }])
  })

  test('behavior: duplicate transfers are stored once', async () => {
    const store = createIndexStore({ database: await open() })
    await saveTransfers(store, 5, 5, { transfers: [transfer(5), transfer(5)] })
    expect(await activity(store)).toEqual([5])
  })

  test('behavior: activity merges transfers and transactions, newest first, without duplicates, up to the limit', async () => {
    const store = createIndexStore({ database: await open() })
    await saveTransfers(store, 2, 4)
    await store.saveTransactions({
      chain,
      scope: wholeChain,
      range: { from: 1, to: 3 },
      covered: { from: 1, to: 3 },
      epoch: 0,
      transactions: [1, 2, 3].map((block) => transaction(block)),
    })
    expect(await activity(store)).toEqual([4, 3, 2, 1])
    expect(await activity(store, you)).toEqual([4, 3, 2, 1])
    const page = { chain, account: me, before: { block: 4, index: 0 }, notBelow: 2, limit: 1 }
    expect(await store.activity(page)).toEqual([
      { blockNumber: 3, txIndex: 0, hash: `${hash(3)}t`, blockHash: hash(3) },
    ])
  })

  test('behavior: user operations are activity of the account, until they are read again, rolled back or evicted', async () => {
    const database = await open()
    const store = createIndexStore({ database })
    const operation = (blockNumber: number) => ({
      ...{ blockNumber, blockHash: hash(blockNumber), txIndex: 0, txHash: `${hash(blockNumber)}t` },
      ...{ logIndex: 4, sender: me, isSuccessful: true },
    })
    const save = (operations: number[]) =>
      saveTransfers(store, 1, 9, { transfers: [], operations: operations.map(operation) })
    await save([2, 5, 8, 8])
    expect(await activity(store)).toEqual([8, 5, 2])
    expect(await activity(store, you)).toEqual([])
    await save([5, 2])
    expect(await activity(store)).toEqual([5, 2])
    await store.rollback({ chain, epoch: 0, block: 4 })
    expect(await activity(store)).toEqual([2])
    const requests = createLastRequestStore({ database })
    await requests.touch({ account: me, at: 1 })
    await requests.evict({ before: 2, limit: 1 })
    expect(await activity(store)).toEqual([])
  })

  test('behavior: numbers, amounts and receipt fields survive a round trip', async () => {
    const store = createIndexStore({ database: await open() })
    const entry = transaction(9, { timestamp: 2 ** 52, input: '0xe9ae5c53', delegate: token })
    const operation = { sender: me, nonce: `${2n ** 200n}`, isSuccessful: false, after: 3, before: 5 }
    const receipt = { status: 1, created: token, hasCode: false, operations: [operation] }
    const complete = { ...entry, ...receipt }
    await store.completeTransactions({
      chain,
      epoch: 0,
      transactions: [complete],
    })
    const found = await store.transactions({ chain, hashes: [entry.hash, 'none'] })
    expect([...found.values()]).toEqual([complete])
  })

  test('behavior: tokens and NFTs of an account, latest first', async () => {
    const store = createIndexStore({ database: await open() })
    const nft = { standard: 'erc721' as const, sender: you, recipient: me, token: 'nft' }
    await saveTransfers(store, 1, 5, {
      transfers: [
        transfer(1, { token: 'b' }),
        transfer(2, { token: 'a' }),
        transfer(3, { token: 'b' }),
        transfer(4, { ...nft, tokenId: '10' }),
        transfer(5, { ...nft, tokenId: '9' }),
      ],
    })
    expect(await store.seenTokens({ chain, account: me, limit: 10 })).toEqual(['b', 'a'])
    expect(await store.seenNfts({ chain, account: me, limit: 10 })).toEqual([
      { token: 'nft', tokenId: '9', standard: 'erc721', latest: 5 },
      { token: 'nft', tokenId: '10', standard: 'erc721', latest: 4 },
    ])
  })

  test('behavior: anchors are replaced by number; the first block and the newest 500 remain', async () => {
    const store = createIndexStore({ database: await open() })
    const anchors = Array.from({ length: 505 }, (_, number) => ({ number, hash: 'old' }))
    await store.addAnchors({ chain, epoch: 0, anchors })
    await store.addAnchors({ chain, epoch: 0, anchors: [{ number: 504, hash: 'new' }] })
    const anchorsLeft = await store.anchors(chain)
    expect(anchorsLeft).toHaveLength(501)
    expect(anchorsLeft[0]).toEqual({ number: 504, hash: 'new' })
    expect(anchorsLeft.at(-1)).toEqual({ number: 0, hash: 'old' })
  })

  test('behavior: only one of several concurrent rollbacks takes effect', async () => {
    const [one, two] = (await openTogether(2)).map((database) => createIndexStore({ database }))
    if (!one || !two) throw new Error('two stores')
    await saveTransfers(one, 1, 5)
    const results = await Promise.all(
      [one, two].map((store) => store.rollback({ chain, epoch: 0, block: 3 })),
    )
    expect(results.sort()).toEqual([1, undefined])
    expect(await activity(one)).toEqual([3, 2, 1])
    expect(await one.intervals({ chain, scope: me })).toEqual([{ from: 1, to: 3 }])
    expect(await two.epoch(chain)).toBe(1)
  })

  test('behavior: data read before a rollback by another process is not stored after it', async () => {
    const [one, two] = (await openTogether(2)).map((database) => createIndexStore({ database }))
    if (!one || !two) throw new Error('two stores')
    await two.rollback({ chain, epoch: 0, block: 3 })
    expect(await saveTransfers(one, 4, 5)).toBe(false)
    const stale = { ...transaction(5), status: 1, created: null, hasCode: null, operations: [] }
    await one.completeTransactions({ chain, epoch: 0, transactions: [stale] })
    await one.addAnchors({ chain, epoch: 0, anchors: [{ number: 5, hash: 'old' }] })
    expect(await activity(one)).toEqual([])
    expect(await one.anchors(chain)).toEqual([])
    expect(await saveTransfers(one, 4, 5, { epoch: 1 })).toBe(true)
  })

  test('behavior: concurrent writes of several processes lose no data, and survive deadlocks', async () => {
    const stores = (await openTogether(4)).map((database) => createIndexStore({ database }))
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const store = stores[index % stores.length] as IndexStore
        // Overlapping ranges from both ends, for both parties of the same transfers.
        const from = index % 2 ? index * 5 : (39 - index) * 5
        return saveTransfers(store, from, from + 9, { account: index % 3 ? me : you })
      }),
    )
    const [store] = stores as [IndexStore]
    const joined = await Promise.all([me, you].map((scope) => store.intervals({ chain, scope })))
    expect(joined[0]?.every(({ from, to }) => from <= to)).toBe(true)
    const blocks = await activity(store)
    expect(new Set(blocks).size).toBe(blocks.length)
    for (const { from, to } of joined.flat())
      for (let block = from; block <= to; block++) expect(blocks).toContain(block)
    const covered = (scope: string, block: number) =>
      joined[scope === me ? 0 : 1]?.some(({ from, to }) => from <= block && block <= to)
    for (let index = 0; index < 40; index++) {
      const from = index % 2 ? index * 5 : (39 - index) * 5
      expect(covered(index % 3 ? me : you, from)).toBe(true)
      expect(covered(index % 3 ? me : you, from + 9)).toBe(true)
    }
  })
})
