// @vitest-environment jsdom

import { type CallsStatus, connect, type NamespaceCalls } from '@portico/core'
import { ada, bob, fakeNamespace, fakeWallet, memoryStorage } from '@portico/core/testing'
import { RpcError } from '@portico/protocol'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as calls from '../calls.ts'
import { createAppKit } from '../createAppKit.ts'
import { getDefaultAppKit, setDefaultAppKit } from '../defaultKit.ts'
import { mainnet } from '../networks.ts'
import { installBrowserMethods } from '../testing/installBrowserMethods.ts'

installBrowserMethods()

const { useCallsStatus, useCapabilities, useSendCalls } = calls

// The hooks load it on use, which takes longer than `waitFor` waits on a busy machine.
beforeAll(() => Promise.all([import('./observe.ts'), import('@portico/core/calls')]))
afterEach(() => {
  cleanup()
  getDefaultAppKit()?.scope.kit.destroy()
  setDefaultAppKit(undefined)
})

const pending: Omit<CallsStatus, 'id'> = {
  ...{ networkId: 'eip155:1', status: 'pending', statusCode: 100, atomic: true, receipts: [] },
}

async function setup(changes: Partial<NamespaceCalls> = {}) {
  const wallet = fakeWallet()
  const { namespace } = fakeNamespace([wallet])
  const part: NamespaceCalls = {
    getCapabilities: async ({ account }) => ({ 'eip155:1': { account } }),
    sendBatch: async () => ({ id: '0x1' }),
    sendOne: async () => '0x2',
    getStatus: async ({ id }) => ({ id, ...pending, status: 'success', statusCode: 200 }),
    getReceipt: async () => undefined,
    ...changes,
  }
  const { scope } = createAppKit({
    ...{ projectId: 'test', networks: [mainnet], storage: memoryStorage(), logLevel: 'silent' },
    adapters: [{ namespace: { ...namespace, calls: async () => part } }],
  })
  const { kit } = scope
  return { kit, wallet, connect: () => act(() => connect(kit, { connectorId: 'dev.fake' })) }
}

describe('useCapabilities', () => {
  test('behavior: nothing without a wallet, then those of the account in use', async () => {
    const { wallet, connect } = await setup()
    const { result } = renderHook(() => useCapabilities())
    expect(result.current).toEqual({ data: undefined, error: undefined, isLoading: false })
    await connect()
    await waitFor(() => expect(result.current.data).toEqual({ 'eip155:1': { account: ada } }))
    act(() => wallet.emit({ type: 'accounts', accounts: [{ address: bob, type: 'eoa' }] }))
    expect(result.current.data).toBeUndefined()
    await waitFor(() => expect(result.current.data).toEqual({ 'eip155:1': { account: bob } }))
  })

  test('behavior: asks again when the account has changed its type', async () => {
    const atomic: object[] = [{ status: 'supported' }, { status: 'unsupported' }]
    const { wallet, connect } = await setup({
      getCapabilities: async () => ({ 'eip155:1': { atomic: atomic.shift() } }),
    })
    await connect()
    const { result } = renderHook(() => useCapabilities())
    await waitFor(() => expect(result.current.data?.['eip155:1']?.atomic).toEqual({ status: 'supported' }))
    act(() => wallet.emit({ type: 'accounts', accounts: [{ address: ada, type: 'smartAccount' }] }))
    expect(result.current.data).toBeUndefined()
    await waitFor(() => expect(result.current.data?.['eip155:1']?.atomic).toEqual({ status: 'unsupported' }))
  })

  test('error: a wallet that fails', async () => {
    const { connect } = await setup({
      async getCapabilities() {
        throw new RpcError({ rpcCode: -32603 })
      },
    })
    await connect()
    const { result } = renderHook(() => useCapabilities())
    expect(result.current.isLoading).toBe(true)
    await waitFor(() => expect(result.current.error).toMatchObject({ rpcCode: -32603 }))
  })
})

describe('useSendCalls, useCallsStatus', () => {
  test('behavior: a batch, from the request to its end', async () => {
    let asked = 0
    const { connect } = await setup({
      async getStatus({ id }) {
        asked += 1
        return asked === 1 ? { id, ...pending } : { id, ...pending, status: 'success', statusCode: 200 }
      },
    })
    await connect()
    const { result } = renderHook(() => {
      const sent = useSendCalls()
      return { sent, status: useCallsStatus({ id: sent.data?.id }) }
    })
    expect(result.current.status).toMatchObject({ data: undefined, isLoading: false })
    await act(() => result.current.sent.sendCalls({ calls: [{ to: bob, value: 1n }] }))
    expect(result.current.sent.data).toEqual({ id: '0x1', isBatch: true })
    await waitFor(() => expect(result.current.status.data?.status).toBe('pending'))
    await waitFor(() => expect(result.current.status.data?.statusCode).toBe(200), { timeout: 5000 })
    expect(asked).toBe(2)
  })

  test('error: a visitor who refuses', async () => {
    const { connect } = await setup({
      async sendBatch() {
        throw new RpcError({ rpcCode: 4001 })
      },
    })
    await connect()
    const { result } = renderHook(() => useSendCalls())
    await act(() =>
      expect(result.current.sendCalls({ calls: [{ to: bob }] })).rejects.toMatchObject({ rpcCode: 4001 }),
    )
    expect(result.current).toMatchObject({ isError: true, error: { rpcCode: 4001 } })
  })
})

describe('without React', () => {
  test('behavior: the same functions for the default instance', async () => {
    const { connect } = await setup()
    await connect()
    expect(await calls.getCapabilities()).toEqual({ 'eip155:1': { account: ada } })
    const { id } = await calls.sendCalls({ calls: [{ to: bob }] })
    expect(await calls.getCallsStatus({ id })).toMatchObject({ statusCode: 200 })
  })

  test('error: before `createAppKit`', async () => {
    await expect(calls.getCapabilities()).rejects.toThrow('Please call createAppKit')
    await expect(calls.sendCalls({ calls: [] })).rejects.toThrow('Please call createAppKit')
    await expect(calls.getCallsStatus({ id: '0x1' })).rejects.toThrow('Please call createAppKit')
  })
})
