// @vitest-environment jsdom

import { RpcError } from '@portico/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../actions/connect.ts'
import type { Connected } from '../connection.ts'
import { ada, bob, deferred, memoryStorage, testKit, until } from '../testing/index.ts'
import { getRecipients } from './getRecipients.ts'
import {
  type MoneyAsset,
  type PendingTransfer,
  type SendDraft,
  sendTransfer,
  TransferChangedError,
  updateMoney,
  watchPending,
} from './index.ts'
import type { SentTransaction, TransferPlan } from './NamespaceTransfers.ts'

const asset: MoneyAsset = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const plan: TransferPlan = { transfer: { from: ada, to: bob, amount: 5n }, fee: 1n, notes: [], request: {} }
const draft: SendDraft = {
  ...{ from: ada, networkId: 'eip155:1', asset, amount: '5', unit: 'token', to: bob },
  ...{ isMaximum: false, isLocked: false },
}
const stops: (() => void)[] = []
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

async function setup({ storage = memoryStorage(), isConnected = true, gatewayUrl = '' } = {}) {
  const { kit, fake } = testKit({ storage, ...(gatewayUrl && { gatewayUrl }) })
  stops.push(() => kit.destroy())
  if (isConnected) await connect(kit, { connectorId: 'dev.fake' })
  const entry = () => kit.store.getState().money?.pending[0] as PendingTransfer
  const events: { event: string; properties: unknown }[] = []
  kit.events.on((event) => {
    if (event.type === 'track') events.push({ event: event.track.event, properties: event.track.properties })
  })
  const start = (changes: Partial<Parameters<typeof sendTransfer>[1]> = {}) =>
    sendTransfer(kit, {
      ...{ plan, networkId: 'eip155:1', asset, transfers: fake.transfers.transfers, onPending() {} },
      ...changes,
    })
  const reaches = (status: PendingTransfer['status']) =>
    until(kit, ({ money }) => money?.pending[0]?.status === status)
  const stored = () => JSON.parse(storage.getItem('@portico/pending') ?? '[]') as PendingTransfer[]
  return { kit, transfers: fake.transfers, entry, events, start, reaches, stored, storage }
}

describe('sendTransfer', () => {
  test('behavior: in the wallet, sent, confirmed; the recipient is remembered once it is sent', async () => {
    const { kit, transfers, entry, start, reaches, stored } = await setup()
    const sent = deferred<SentTransaction>()
    transfers.send = () => sent.promise
    const ids: string[] = []
    start({ onPending: (id) => ids.push(id) })
    expect(entry()).toMatchObject({ id: ids[0], status: 'wallet', to: bob, amount: '5' })
    expect(stored()).toMatchObject([{ status: 'wallet' }])
    expect(getRecipients(kit, { namespace: 'eip155', from: ada })).toEqual([])
    sent.resolve({ hash: '0x1', from: ada })
    await reaches('sent')
    expect(stored()).toMatchObject([{ status: 'sent', sent: { hash: '0x1' } }])
    expect(getRecipients(kit, { namespace: 'eip155', from: ada })).toEqual([bob])
    transfers.outcome.resolve('confirmed')
    await reaches('confirmed')
    expect(stored()).toEqual([])
  })

  test('behavior: the wallet is asked before anything is awaited, and after its progress can be shown', async () => {
    const { transfers, start } = await setup()
    const order: string[] = []
    transfers.send = () => {
      order.push('wallet')
      return new Promise(() => {})
    }
    start({ onPending: () => order.push('progress') })
    expect(order).toEqual(['progress', 'wallet'])
  })

  test.each([
    ['rejected', new RpcError({ rpcCode: 4001, message: 'User rejected' })],
    ['unsent', new RpcError({ rpcCode: 4100, message: 'Unauthorized' })],
    ['unsent', new RpcError({ rpcCode: -32000, message: 'insufficient funds for gas * price + value' })],
    ['unknown', new RpcError({ rpcCode: -32603, message: 'Internal error' })],
    ['unknown', new RpcError({ rpcCode: 4900, message: 'Disconnected' })],
    ['unknown', new RpcError({ rpcCode: -32000, message: 'already known' })],
    ['unknown', new Error('timeout')],
  ] as const)('error: %s after %s', async (status, error) => {
    const { kit, transfers, start, reaches, stored, events } = await setup()
    transfers.send = () => Promise.reject(error)
    updateMoney(kit, { send: draft })
    start()
    await reaches(status)
    // What may have been sent stays stored, and is not offered again.
    expect(stored()).toHaveLength(status === 'unknown' ? 1 : 0)
    expect(kit.store.getState().money?.send).toEqual(status === 'unknown' ? undefined : draft)
    expect(getRecipients(kit, { namespace: 'eip155', from: ada })).toEqual([])
    expect(events.at(-1)?.event).toBe(status === 'rejected' ? 'SEND_REJECTED' : 'SEND_ERROR')
  })

  test.each([
    ['eoa', false],
    ['smartAccount', true],
  ] as const)(
    'behavior: its events name neither addresses nor amounts, and the type %s',
    async (type, isSmart) => {
      const { kit, transfers, start, reaches, events } = await setup()
      const accounts = [{ address: ada, type }]
      kit.store.setState(({ connections }) => ({
        connections: { ...connections, eip155: { ...(connections.eip155 as Connected), accounts } },
      }))
      start()
      await reaches('sent')
      transfers.outcome.resolve('confirmed')
      await reaches('confirmed')
      const own = events.filter(({ event }) => event.startsWith('SEND'))
      expect(own.map(({ event }) => event)).toEqual(['SEND_INITIATED', 'SEND_SUCCESS'])
      for (const { properties } of own)
        expect(properties).toEqual({ network: 'eip155:1', isSmartAccount: isSmart })
    },
  )

  test('error: an account or network that is not the one of the plan is not asked', async () => {
    const { transfers, start } = await setup()
    transfers.send = vi.fn()
    expect(() => start({ networkId: 'eip155:8453' })).toThrow(TransferChangedError)
    expect(() => start({ plan: { ...plan, transfer: { ...plan.transfer, from: bob } } })).toThrow(
      TransferChangedError,
    )
    const other = await setup({ isConnected: false })
    expect(() => other.start()).toThrow(TransferChangedError)
    expect(transfers.send).not.toHaveBeenCalled()
  })

  test('behavior: after ten minutes the outcome is unknown, and is still followed', async () => {
    const { transfers, start, reaches, entry } = await setup()
    start()
    await reaches('sent')
    await vi.advanceTimersByTimeAsync(599_000)
    expect(entry().status).toBe('sent')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(entry().status).toBe('unknown')
    transfers.outcome.resolve('replaced')
    await reaches('replaced')
  })
})

describe('followTransfer', () => {
  test('behavior: when the gateway reports a block, the network is asked again, with the expiry that is known by now', async () => {
    const listeners = new Map<string, (event: object) => void>()
    class Source {
      addEventListener = (name: string, listener: (event: object) => void) => listeners.set(name, listener)
      close() {}
    }
    vi.stubGlobal('EventSource', Source)
    stops.push(() => vi.unstubAllGlobals())
    const { transfers, start, reaches } = await setup({ gatewayUrl: 'https://gateway.test' })
    const asked: (string | undefined)[] = []
    transfers.waitForOutcome = (parameters) => {
      asked.push(parameters?.sent?.expiry)
      parameters?.onExpiry?.('7')
      return transfers.outcome.promise
    }
    start()
    await reaches('sent')
    await vi.waitFor(() => expect(asked).toEqual([undefined]))
    const data = JSON.stringify({ topic: 'tx:eip155:1:0xsent', status: 'confirmed' })
    listeners.get('tx.status')?.({ data, lastEventId: '' })
    expect(asked).toEqual([undefined, '7'])
    transfers.outcome.resolve('replaced')
    await reaches('replaced')
  })

  test('behavior: what the network has dropped is said to be, stays stored, and can still be confirmed', async () => {
    const { transfers, start, reaches, entry, stored } = await setup()
    let drop: ((isDropped: boolean) => void) | undefined
    transfers.waitForOutcome = (parameters) => {
      drop = parameters?.onDropped
      return transfers.outcome.promise
    }
    start()
    await reaches('sent')
    await expect.poll(() => drop).toBeDefined()
    drop?.(false)
    expect(entry().status).toBe('sent')
    drop?.(true)
    expect(stored()).toMatchObject([{ status: 'dropped' }])
    drop?.(false)
    expect(entry().status).toBe('sent')
    drop?.(true)
    // Says more than that it is not known.
    await vi.advanceTimersByTimeAsync(601_000)
    expect(entry().status).toBe('dropped')
    transfers.outcome.resolve('confirmed')
    await reaches('confirmed')
    drop?.(true)
    expect(entry().status).toBe('confirmed')
    expect(stored()).toEqual([])
  })

  test('behavior: after ten minutes, dropped is said as well', async () => {
    const { transfers, start, reaches, entry } = await setup()
    let drop: ((isDropped: boolean) => void) | undefined
    transfers.waitForOutcome = (parameters) => {
      drop = parameters?.onDropped
      return transfers.outcome.promise
    }
    start()
    await reaches('sent')
    await vi.advanceTimersByTimeAsync(601_000)
    expect(entry().status).toBe('unknown')
    drop?.(true)
    expect(entry().status).toBe('dropped')
  })
})

describe('watchPending', () => {
  async function leave(status: 'wallet' | 'sent') {
    const first = await setup()
    if (status === 'wallet') first.transfers.send = () => new Promise(() => {})
    first.transfers.waitForOutcome = () => new Promise(() => {})
    first.start()
    await first.reaches(status)
    return first.storage
  }

  test('behavior: a sent payment is followed after a reload', async () => {
    const { kit, entry, transfers, reaches } = await setup({ storage: await leave('sent') })
    watchPending(kit)
    expect(entry()).toMatchObject({ status: 'sent', sent: { hash: '0xsent' } })
    transfers.outcome.resolve('failed')
    await reaches('failed')
  })

  test('behavior: what the wallet was asked before a reload is unknown', async () => {
    const { kit, entry } = await setup({ storage: await leave('wallet') })
    watchPending(kit)
    watchPending(kit)
    expect(entry().status).toBe('unknown')
    expect(kit.store.getState().money?.pending).toHaveLength(1)
  })

  test('behavior: after a day it is forgotten', async () => {
    const storage = await leave('sent')
    vi.advanceTimersByTime(86_400_001)
    const { kit, entry } = await setup({ storage })
    watchPending(kit)
    expect(entry()).toBeUndefined()
  })

  test.each(['', '{', '{}', '[1]', '[{"id":"1","status":"confirmed"}]'])(
    'error: %j in the storage is ignored',
    async (text) => {
      const storage = memoryStorage({ '@portico/pending': text })
      const { kit, start, stored } = await setup({ storage })
      watchPending(kit)
      expect(kit.store.getState().money?.pending).toEqual([])
      start()
      expect(stored()).toHaveLength(1)
    },
  )

  test('behavior: the newest 20 are stored', async () => {
    const { transfers, start, stored } = await setup()
    transfers.send = () => new Promise(() => {})
    for (let count = 0; count < 25; count++) {
      vi.advanceTimersByTime(1)
      start()
    }
    expect(stored()).toHaveLength(20)
  })
})
