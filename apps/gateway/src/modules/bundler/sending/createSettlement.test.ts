import { RpcError } from '@portico/protocol'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import { encodeAbiParameters, encodeEventTopics, type Hex, parseAbiParameters } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import type { Chain, ChainCall } from '../../../chains/shared/Chain.ts'
import type { OperationRow, OperationStore } from '../store.ts'
import { createSettlement } from './createSettlement.ts'

const now = 1_800_000_000_000
const sent: Partial<OperationRow> = {
  hash: '0x1',
  paymaster: '0xc',
  state: 'sent',
  sender: '0xa',
  nonce: '0',
  since_block: 90,
  valid_until: now - 600_000,
  user_operation: '{}',
}
const mined: Partial<OperationRow> = { ...sent, state: 'mined', block_number: 99, block_hash: '0xb' }

/** Runs the settlement of an operation, and returns what was changed. Nothing of it is in the logs of the node. */
async function settle({
  row,
  rows = row ? [row] : [],
  logs = () => [],
  head = { number: '0x64', timestamp: '0x1' },
  block = null,
  runs = 1,
}: {
  row?: Partial<OperationRow>
  rows?: Partial<OperationRow>[]
  /** What the node answers to a query of blocks. */
  logs?: (from: number, to: number) => unknown
  head?: object | null
  /** What stands in the place of the operation's block. */
  block?: object | null
  runs?: number
}): Promise<string[]> {
  const changes: string[] = []
  const answer = ({ method, params: [first] }: ChainCall) => {
    const { fromBlock, toBlock } = (first ?? {}) as Record<string, string>
    if (method === 'eth_getLogs') return logs(Number(fromBlock), Number(toBlock))
    return method === 'eth_blockNumber' ? '0xffff' : first === 'latest' ? head : block
  }
  const settlement = createSettlement({
    chain: {
      id: 'eip155:1',
      request: async (call: ChainCall) => answer(call),
      requestMany: async (calls: readonly ChainCall[]) => calls.map(answer),
    } as unknown as Chain,
    paymaster: '0xc',
    relayer: undefined,
    external: undefined,
    store: {
      listUnsettled: async () => rows,
      include: async ({ hash, inclusion: { isOther } }: { hash: string; inclusion: { isOther: boolean } }) =>
        changes.push(`included ${hash}${isOther ? ' as another' : ''}`) > 0,
      exclude: async () => changes.push('excluded') > 0,
      expire: async () => changes.push('expired') > 0,
    } as unknown as OperationStore,
    log: { error: () => undefined, warn: () => undefined } as never,
    now: () => now,
  })
  for (let run = 0; run < runs; run += 1)
    await settlement.run({ isThorough: true }).catch(() => changes.push('failed'))
  await settlement.close()
  return changes
}

test('behavior: an included operation is open again if another block is in the place of its own', async () => {
  expect(await settle({ row: mined, block: { hash: '0xd' } })).toEqual(['excluded'])
  expect(await settle({ row: mined, block: { hash: '0xB' } })).toEqual([])
})

test.each([[null], [{}], [{ hash: null }]])('error: %j says nothing about the block', async (block) => {
  expect(await settle({ row: mined, block })).toEqual([])
})

test('behavior: an operation that was not included in time is released', async () => {
  expect(await settle({ row: sent })).toEqual(['expired'])
})

const entryPoint = delegatorContracts.EntryPoint
/** The log of an operation with a nonce of the account `sender`. */
const logOf = (userOpHash: Hex) => ({
  address: entryPoint,
  topics: encodeEventTopics({
    abi: entryPoint07Abi,
    eventName: 'UserOperationEvent',
    args: { userOpHash, sender: `0x${'a'.repeat(40)}`, paymaster: `0x${'c'.repeat(40)}` },
  }),
  data: encodeAbiParameters(parseAbiParameters('uint256, bool, uint256, uint256'), [0n, true, 1n, 1n]),
  transactionHash: '0x1',
  blockNumber: '0x63',
  blockHash: '0xb',
})
const hashes = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`, `0x${'3'.repeat(64)}`] as const
const open = { ...sent, sender: `0x${'a'.repeat(40)}`, block_hash: null, valid_until: now + 60_000 }

test('behavior: an operation is found at a node that refuses more than a few blocks, or a few logs', async () => {
  const refusal = new RpcError({ rpcCode: -32005, message: 'query exceeds max block range 100' })
  const asked: number[] = []
  const logs = (from: number, to: number) => {
    asked.push(to - from + 1)
    if (to - from + 1 > 100) return refusal
    return from <= 99 && to >= 99 ? [logOf(hashes[0])] : []
  }
  const head = { number: '0x7d0', timestamp: '0x1' }
  expect(await settle({ row: { ...open, hash: hashes[0] }, logs, head })).toEqual([`included ${hashes[0]}`])
  expect([asked.slice(0, 5), asked.slice(4).every((blocks) => blocks <= 63), asked.length < 40]).toEqual([
    [1000, 500, 250, 125, 63],
    true,
    true,
  ])
  expect(await settle({ row: sent, logs: () => refusal })).toEqual(['failed'])
})

test('behavior: a node that refuses once is asked for as many blocks as before', async () => {
  const asked: number[] = []
  const logs = (from: number, to: number) => {
    asked.push(to - from + 1)
    return asked.length === 1 ? new RpcError({ rpcCode: -32603, message: 'internal error' }) : []
  }
  await settle({ row: { ...open, hash: hashes[0] }, logs, runs: 2 })
  expect(asked).toEqual([43, 22, 21, 43])
})

test('behavior: of the operations of several projects with a nonce, the included one is settled', async () => {
  const rows = hashes.slice(0, 2).map((hash, index) => ({ ...open, hash, project_id: `p${index}` }))
  expect(await settle({ rows, logs: () => [logOf(hashes[1])] })).toEqual([`included ${hashes[1]}`])
  // An earlier one that its project replaced: it could be any project's.
  expect(await settle({ rows, logs: () => [logOf(hashes[2])] })).toEqual(
    rows.map(({ hash }) => `included ${hash} as another`),
  )
})

test.each([[null], [{}], [{ number: '0x64' }], [{ timestamp: '0x1' }]])(
  'error: nothing is released on the word of a node whose newest block is %j',
  async (head) => {
    expect(await settle({ row: sent, head })).toEqual(['failed'])
  },
)
