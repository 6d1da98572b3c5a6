// @vitest-environment jsdom

import { RpcError } from '@portico/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { activateNamespace } from '../actions/activateNamespace.ts'
import { connect } from '../actions/connect.ts'
import { disconnect } from '../actions/disconnect.ts'
import type { TransferOutcome } from '../money/NamespaceTransfers.ts'
import { ada, bob, deferred, testKit, threeNamespaces } from '../testing/index.ts'
import { getCallsStatus, sendCalls } from './index.ts'
import type { Call, CallBatch, CallsReceipt, NamespaceCalls } from './NamespaceCalls.ts'

const stops: (() => void)[] = []
beforeEach(() => sessionStorage.clear())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const calls: Call[] = [
  { to: bob, value: 1n },
  { to: bob, value: 2n },
  { to: bob, value: 3n },
]
const refuse = (rpcCode: number) => async () => {
  throw new RpcError({ rpcCode })
}

/** A connected kit whose wallet cannot execute batches, unless `sendBatch` is given. Each sent call gets the outcome of its turn. */
async function setup({
  sendBatch = refuse(4200),
  outcomes = calls.map(() => 'confirmed' as TransferOutcome),
  sendOne,
}: {
  sendBatch?: (batch: CallBatch) => Promise<{ id: string }>
  outcomes?: (TransferOutcome | Promise<TransferOutcome>)[]
  sendOne?: ((call: Call, index: number) => Promise<string>) | undefined
} = {}) {
  const { kit, fake, wallet } = testKit()
  stops.push(() => kit.destroy())
  const batches: CallBatch[] = []
  const sent: Call[] = []
  const receipts = new Map<string, CallsReceipt>()
  const part: NamespaceCalls = {
    getCapabilities: async () => ({}),
    async sendBatch({ batch }) {
      batches.push(batch)
      return sendBatch(batch)
    },
    async sendOne({ call }) {
      const index = sent.length
      sent.push(call)
      return sendOne ? sendOne(call, index) : `0x${index}`
    },
    getStatus: async ({ id }) => ({
      ...{ id, networkId: 'eip155:1', status: 'success', statusCode: 200, atomic: true, receipts: [] },
    }),
    getReceipt: async ({ hash }) => receipts.get(hash),
  }
  Object.assign(fake.namespace, { calls: async () => part })
  fake.transfers.transfers.waitForOutcome = async ({ sent: { hash } }) => {
    const outcome = await outcomes[Number(hash)]
    const statuses: Partial<Record<TransferOutcome, CallsReceipt['status']>> = {
      confirmed: 'success',
      failed: 'reverted',
    }
    const status = outcome && statuses[outcome]
    if (status)
      receipts.set(hash, {
        ...{ transactionHash: hash, status, blockHash: '0xb', blockNumber: 1n, gasUsed: 21_000n, logs: [] },
      })
    return outcome as TransferOutcome
  }
  await connect(kit, { connectorId: 'dev.fake' })
  const codeOf = async (id: string) => (await getCallsStatus(kit, { id })).statusCode
  const ends = (id: string, statusCode: number) => expect.poll(() => codeOf(id)).toBe(statusCode)
  return { kit, wallet, batches, sent, codeOf, ends }
}

describe('sendCalls', () => {
  test('behavior: a wallet that can executes the batch', async () => {
    const { kit, batches, sent } = await setup({ sendBatch: async () => ({ id: '0x01' }) })
    const capabilities = { paymasterService: { url: 'https://example.com', optional: true } }
    expect(await sendCalls(kit, { calls, capabilities })).toEqual({ id: '0x01', isBatch: true })
    expect(batches).toEqual([{ calls, capabilities, atomicRequired: false }])
    expect(sent).toEqual([])
    expect(await getCallsStatus(kit, { id: '0x01' })).toMatchObject({ statusCode: 200, atomic: true })
  })

  test.each([-32601, 4200, 5710, 5760])(
    'behavior: after the answer %s the calls are sent one by one',
    async (code) => {
      const { kit, sent, ends } = await setup({ sendBatch: refuse(code) })
      const { id, isBatch } = await sendCalls(kit, { calls })
      expect(isBatch).toBe(false)
      expect(id).toMatch(/^0x[0-9a-f]{64}$/)
      await ends(id, 200)
      expect(sent).toEqual(calls)
      expect(await getCallsStatus(kit, { id })).toMatchObject({
        ...{ networkId: 'eip155:1', status: 'success', atomic: false },
        receipts: [{ transactionHash: '0x0' }, { transactionHash: '0x1' }, { transactionHash: '0x2' }],
      })
    },
  )

  test.each([-32601, 4200, 5710, 5760])(
    'error: with `atomicRequired`, nothing is sent after the answer %s',
    async (code) => {
      const { kit, sent } = await setup({ sendBatch: refuse(code) })
      await expect(sendCalls(kit, { calls, atomicRequired: true })).rejects.toMatchObject({ rpcCode: 5760 })
      expect(sent).toEqual([])
    },
  )

  test.each([4001, 4100, 4900, 5700, 5720, 5740, 5750, -32000, -32002, -32003, -32602, -32603, 0])(
    'error: nothing is sent again after the answer %s',
    async (code) => {
      const { kit, sent, batches } = await setup({ sendBatch: refuse(code) })
      await expect(sendCalls(kit, { calls })).rejects.toMatchObject({ rpcCode: code })
      expect([sent, batches.length]).toEqual([[], 1])
    },
  )

  test('error: a wallet that throws anything else is not asked again', async () => {
    const { kit, sent } = await setup({
      async sendBatch() {
        throw new Error('The window was closed.')
      },
    })
    await expect(sendCalls(kit, { calls })).rejects.toThrow('The window was closed.')
    expect(sent).toEqual([])
  })

  test('error: a capability that is needed is not left out', async () => {
    const { kit, sent } = await setup()
    const capabilities = { paymasterService: { url: 'https://example.com' } }
    const error = await sendCalls(kit, { calls, capabilities }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ rpcCode: 5700 })
    expect(`${error}`).toContain('paymasterService')
    expect(sent).toEqual([])
  })

  test('error: no calls, no wallet, an unlisted network, an ID that is used', async () => {
    const { kit } = await setup()
    await expect(sendCalls(kit, { calls: [] })).rejects.toMatchObject({ rpcCode: -32602 })
    await expect(sendCalls(kit, { calls: [...calls, { to: bob, value: -1n }] })).rejects.toThrow(
      '`value` of `calls[3]` is negative.',
    )
    await expect(sendCalls(kit, { calls, networkId: 'eip155:5' })).rejects.toMatchObject({ rpcCode: 5710 })
    await sendCalls(kit, { calls, id: '0xown' })
    await expect(sendCalls(kit, { calls, id: '0xown' })).rejects.toMatchObject({ rpcCode: 5720 })
    await disconnect(kit)
    await expect(sendCalls(kit, { calls })).rejects.toMatchObject({ rpcCode: 4900 })
  })
})

describe('calls that are sent one by one', () => {
  test('error: the same ID at the same time is sent once, and can be used again if it was refused', async () => {
    const answer = deferred<string>()
    const { kit, sent } = await setup({ sendOne: () => answer.promise })
    const first = sendCalls(kit, { calls, id: '0xtwice' })
    await expect.poll(() => sent.length).toBe(1)
    await expect(sendCalls(kit, { calls, id: '0xtwice' })).rejects.toMatchObject({ rpcCode: 5720 })
    answer.reject(new RpcError({ rpcCode: 4001 }))
    await expect(first).rejects.toMatchObject({ rpcCode: 4001 })
    const again = sendCalls(kit, { calls, id: '0xtwice' })
    await expect(again).rejects.toMatchObject({ rpcCode: 4001 })
    expect(sent).toHaveLength(2)
  })

  test('error: the first one is refused: there is no batch', async () => {
    const { kit, sent } = await setup({ sendOne: refuse(4001) })
    await expect(sendCalls(kit, { calls })).rejects.toMatchObject({ rpcCode: 4001 })
    expect(sent).toHaveLength(1)
  })

  test('behavior: each waits for the receipt of the last', async () => {
    const first = deferred<TransferOutcome>()
    const { kit, sent, codeOf, ends } = await setup({ outcomes: [first.promise, 'confirmed', 'confirmed'] })
    const { id } = await sendCalls(kit, { calls })
    expect([sent.length, await codeOf(id)]).toEqual([1, 100])
    first.resolve('confirmed')
    await ends(id, 200)
  })

  test.each([4001, 4900, -32603])('behavior: none is sent after one that ends with %s', async (code) => {
    const { kit, sent, ends } = await setup({
      sendOne: async (_, index) => {
        if (index === 1) throw new RpcError({ rpcCode: code })
        return `0x${index}`
      },
    })
    const { id } = await sendCalls(kit, { calls })
    await ends(id, 600)
    expect(sent).toHaveLength(2)
  })

  test.each([
    [0, 500],
    [1, 600],
    [2, 600],
  ])('behavior: none is sent after call %s has reverted: status %s', async (index, statusCode) => {
    const outcomes = calls.map((_, turn): TransferOutcome => (turn === index ? 'failed' : 'confirmed'))
    const { kit, sent, ends } = await setup({ outcomes })
    const { id } = await sendCalls(kit, { calls })
    await ends(id, statusCode)
    expect(sent).toHaveLength(index + 1)
  })

  test.each([
    [0, 400],
    [1, 600],
  ])('behavior: none is sent after call %s was replaced: status %s', async (index, statusCode) => {
    const outcomes = calls.map((_, turn): TransferOutcome => (turn === index ? 'replaced' : 'confirmed'))
    const { kit, sent, ends } = await setup({ outcomes })
    const { id } = await sendCalls(kit, { calls })
    await ends(id, statusCode)
    expect(sent).toHaveLength(index + 1)
  })

  test('behavior: none is sent from another account or on another network', async () => {
    const first = deferred<TransferOutcome>()
    const { kit, wallet, sent, ends } = await setup({ outcomes: [first.promise] })
    const { id } = await sendCalls(kit, { calls })
    wallet.emit({ type: 'accounts', accounts: [{ address: bob, type: 'eoa' }] })
    first.resolve('confirmed')
    await ends(id, 600)
    expect(sent).toHaveLength(1)
  })

  test('behavior: after a reload a batch that was under way has ended', async () => {
    const { kit, codeOf } = await setup()
    const entry = { id: '0x9', networkId: 'eip155:1', account: ada, total: 3, hashes: ['0x0'], startedAt: 1 }
    sessionStorage.setItem('@portico/calls', JSON.stringify([{ id: 1 }, entry]))
    // Its transaction is in no block yet.
    expect(await codeOf('0x9')).toBe(100)
    const { id } = await sendCalls(kit, { calls: calls.slice(0, 1) })
    await expect.poll(() => codeOf(id)).toBe(200)
    expect(await codeOf('0x9')).toBe(600)
  })

  test('behavior: the wallet is asked for its batch although another namespace is the active one', async () => {
    const { kit, fakes } = threeNamespaces()
    stops.push(() => kit.destroy())
    const getStatus = async ({ id }: { id: string }) => ({
      ...{ id, networkId: 'eip155:1', status: 'success', statusCode: 200, atomic: true, receipts: [] },
    })
    Object.assign(fakes.eip155.namespace, { calls: async () => ({ getStatus }) })
    Object.assign(fakes.eip155.namespace, { transfers: async () => fakes.eip155.transfers.transfers })
    await expect(getCallsStatus(kit, { id: '0x1' })).rejects.toMatchObject({ rpcCode: 4900 })
    await connect(kit, { connectorId: 'io.poly' })
    await connect(kit, { connectorId: 'Polyglot', namespace: 'solana' })
    activateNamespace(kit, { namespace: 'solana' })
    expect(await getCallsStatus(kit, { id: '0x1' })).toMatchObject({ id: '0x1', statusCode: 200 })
  })
})
