import { type Hex, pad, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestUpstreams } from '../../../testing/createTestUpstreams.ts'
import { liar } from '../../../testing/hostileTokens.ts'
import { type Anvil, startAnvil } from '../../../testing/startAnvil.ts'
import { startProxy } from '../../../testing/startProxy.ts'
import type { Chain } from '../../shared/Chain.ts'
import { createChain } from '../chain/createChain.ts'
import { topics } from './decodeTransfers.ts'
import { readBlockTransfers } from './readBlockTransfers.ts'

const [me, friend, other] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
] as const
const token = `0x${'77'.repeat(20)}` as Hex

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil(['--no-mining'])
  await anvil.rpc('anvil_setCode', [token, liar])
})
afterAll(() => anvil?.stop())

/** Mines one block with these transactions. */
async function mine(transactions: readonly Record<string, unknown>[]): Promise<string> {
  for (const transaction of transactions) await anvil.rpc('eth_sendTransaction', [transaction])
  await anvil.rpc('anvil_mine', ['0x1'])
  const block = (await anvil.rpc('eth_getBlockByNumber', ['latest', false])) as { hash: string }
  return block.hash
}
const sendToken = (from: Hex, to: Hex) => ({
  from,
  to: token,
  data: `${topics.transfer}${pad(from).slice(2)}${pad(to).slice(2)}${toHex(5, { size: 32 }).slice(2)}`,
  gas: '0x30d40',
})

describe('readBlockTransfers', () => {
  test('behavior: reads tokens and coins of many accounts with one log query', async () => {
    const hash = await mine([
      sendToken(me, friend),
      { from: me, to: other, value: '0x7' },
      sendToken(other, other),
    ])
    const proxy = await startProxy({ url: anvil.url })
    const chain = createChain({ upstreams: createTestUpstreams({ urls: [proxy.url] }) })
    const read = (accounts: readonly string[]) =>
      readBlockTransfers({ chain, hash, accounts: new Set(accounts), deadline: Date.now() + 20_000 })

    const { transfers, transactions } = await read([friend, other])
    expect(transfers.map(({ sender, recipient, amount }) => [sender, recipient, amount])).toEqual(
      expect.arrayContaining([
        [me, friend, '5'],
        [other, other, '5'],
      ]),
    )
    expect(transactions.map(({ recipient, value }) => [recipient, value])).toContainEqual([other, '7'])
    expect(proxy.seen.filter(({ method }) => method === 'eth_getLogs')).toHaveLength(1)

    const crowd = Array.from({ length: 5000 }, (_, index) => pad(toHex(index + 1), { size: 20 }))
    expect(await read(crowd)).toEqual({ transfers: [], transactions: [], operations: [] })
    expect((await read([...crowd, friend])).transfers).toHaveLength(1)
    proxy.seen.length = 0
    expect(await read([])).toEqual({ transfers: [], transactions: [], operations: [] })
    expect(proxy.seen).toEqual([])
  })

  test('behavior: authorizations in transactions of others are not even looked at', async () => {
    const transaction = (from: string, to: string | null) => ({
      ...{ hash: '0x1', from, to, value: '0x0', nonce: '0x0', input: '0x', blockNumber: '0x1' },
      ...{ transactionIndex: '0x0', blockHash: '0x2' },
    })
    const foreign = Object.defineProperty(transaction(other, null), 'authorizationList', {
      get() {
        throw new Error('Signatures were recovered.')
      },
    })
    const transactions = [
      foreign,
      transaction(`0x${me.slice(2).toUpperCase()}`, null),
      transaction(other, me),
    ]
    const block = { hash: '0x2', timestamp: '0x0', transactions }
    const chain = { id: 'eip155:1', requestMany: async () => [[], block] } as unknown as Chain
    const read = await readBlockTransfers({ chain, hash: '0x2', accounts: new Set([me]), deadline: 0 })
    expect(read.transactions.map(({ sender }) => sender)).toEqual([me, other])
  })

  test('error: a block that was reorganised away', async () => {
    const hash = await mine([sendToken(me, friend)])
    await anvil.rpc('anvil_reorg', [1, []])
    const chain = createChain({ upstreams: createTestUpstreams({ urls: [anvil.url] }) })
    await expect(
      readBlockTransfers({ chain, hash, accounts: new Set([me]), deadline: Date.now() + 20_000 }),
    ).rejects.toThrow()
  })
})
