import { RpcError } from '@portico/protocol'
import { type Hex, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { Chain, ChainCall } from '../../../chains/shared/Chain.ts'
import type { RelayerRow } from '../createRelayerStore.ts'
import { createRelayer } from './createRelayer.ts'

const now = 1_800_000_000_000
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const sign = (nonce: number) =>
  account.signTransaction({ chainId: 1, type: 'eip1559', nonce, to: account.address, gas: 500_000n })

/** Maintains the transactions of a relayer whose first nonces are used. */
async function maintain({
  rows,
  used = 0,
  answer = () => '0x',
}: {
  rows: Partial<RelayerRow>[]
  used?: number
  answer?: (call: ChainCall) => unknown
}) {
  const done: string[] = []
  const signed: Hex[] = []
  const reply = (call: ChainCall) => {
    if (call.method === 'eth_getTransactionCount') return `0x${used.toString(16)}`
    if (call.method === 'eth_getBlockByNumber') return { baseFeePerGas: '0x1' }
    return answer(call)
  }
  const note = (_fields: object, text: string) => void done.push(text)
  const relayer = createRelayer({
    chain: {
      id: 'eip155:1',
      reference: '1',
      async request(call: ChainCall) {
        const result = reply(call)
        if (result instanceof Error) throw result
        return result
      },
      requestMany: async (calls: readonly ChainCall[]) => calls.map(reply),
    } as unknown as Chain,
    account,
    store: {
      listTransactions: async () =>
        rows.map((row) => ({ operation: null, created_at: now, done_at: null, ...row })),
      find: async () => undefined,
      finish: async ({ row }: { row: RelayerRow }) => void done.push(`finished: ${row.nonce}`),
      replace: async ({ signed: { raw } }: { signed: { raw: Hex } }) => signed.push(raw) > 0,
    } as never,
    reach: () => undefined,
    log: { warn: note, error: note } as never,
    now: () => now,
  })
  await relayer.maintain({ isThorough: false })
  return { done, signed }
}

test('error: a receipt that cannot be read does not hold up the transactions after it', async () => {
  const rows = [0, 1].map((nonce) => ({ nonce, hash: `0x${nonce}`, operation: 'lost' }))
  const answer = ({ params: [hash] }: ChainCall) =>
    hash === '0x0' ? { logs: [] } : { logs: [], gasUsed: '0x1', effectiveGasPrice: '0x1' }
  expect((await maintain({ rows, used: 2, answer })).done).toEqual([
    'a transaction of the relayer could not be followed',
    'finished: 1',
  ])
})

test.each([
  ['0x5208', 26_250n],
  ['0x40000', 327_680n],
  [new RpcError({ rpcCode: -32000, message: 'busy' }), 21_000n],
])('behavior: what only uses a nonce has the gas that the network asks for: %s', async (answer, gas) => {
  const rows = [{ nonce: 0, hash: '0x0', operation: 'expired', raw: await sign(0) }]
  const { signed } = await maintain({
    rows,
    answer: ({ method }) => (method === 'eth_estimateGas' ? answer : '0x'),
  })
  expect(signed.map((raw) => parseTransaction(raw).gas)).toEqual([gas])
})

test.each([
  ['unknown account', ['a transaction of the relayer could not be broadcast']],
  ['already known', []],
  ['known transaction: 0x0', []],
  ['nonce too low', []],
])('error: a node refuses a transaction with "%s"', async (message, done) => {
  const rows = [{ nonce: 0, hash: '0x0', raw: await sign(0) }]
  const answer = () => new RpcError({ rpcCode: -32000, message })
  expect((await maintain({ rows, answer })).done).toEqual(done)
})
