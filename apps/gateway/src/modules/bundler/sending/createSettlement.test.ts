import { expect, test } from 'vitest'
import type { Chain, ChainCall } from '../../../chains/shared/Chain.ts'
import type { OperationRow, OperationStore } from '../store.ts'
import { createSettlement } from './createSettlement.ts'

const now = 1_800_000_000_000
const sent: Partial<OperationRow> = {
  hash: '0x1',
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
  head = { number: '0x64', timestamp: '0x1' },
  block = null,
}: {
  row: Partial<OperationRow>
  head?: object | null
  /** What stands in the place of the operation's block. */
  block?: object | null
}): Promise<string[]> {
  const changes: string[] = []
  const answer = ({ method, params: [first] }: ChainCall) =>
    method === 'eth_getLogs' ? [] : method === 'eth_blockNumber' ? '0x64' : first === 'latest' ? head : block
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
      listUnsettled: async () => [row],
      exclude: async () => changes.push('excluded') > 0,
      expire: async () => changes.push('expired') > 0,
    } as unknown as OperationStore,
    log: { error: () => undefined, warn: () => undefined } as never,
    now: () => now,
  })
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

test.each([[null], [{}], [{ number: '0x64' }], [{ timestamp: '0x1' }]])(
  'error: nothing is released on the word of a node whose newest block is %j',
  async (head) => {
    expect(await settle({ row: sent, head })).toEqual(['failed'])
  },
)
