import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAnvil } from '../../test/startAnvil.ts'
import { createEvmWallet, type EvmWalletOptions } from './createEvmWallet.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x1111222233334444555566667777888899990000'

let one: Awaited<ReturnType<typeof startAnvil>>
beforeAll(async () => {
  one = await startAnvil({ chainId: 31337 })
})
afterAll(() => one.stop())

function setup(options: Partial<EvmWalletOptions> = {}) {
  const wallet = createEvmWallet({
    chains: [{ chainId: 31337, rpcUrl: one.rpcUrl }],
    authorized: true,
    batches: 'sequential',
    ...options,
  })
  const ask = (method: string, ...params: unknown[]) => wallet.provider.request({ method, params })
  const send = (changes: object = {}) =>
    ask('wallet_sendCalls', {
      ...{ version: '2.0.0', from: alice, chainId: '0x7a69', atomicRequired: false },
      calls: [
        { to: bob, value: '0x1' },
        { to: bob, value: '0x2' },
      ],
      ...changes,
    })
  const status = (id: unknown) => ask('wallet_getCallsStatus', id) as Promise<{ status: unknown }>
  return { wallet, ask, send, status }
}

const balance = async (ask: ReturnType<typeof setup>['ask']) =>
  BigInt(`${await ask('eth_getBalance', bob, 'latest')}`)
/** Creates a contract whose code reverts. */
const reverting = '0x60006000fd'

describe('batches, one call after the other', () => {
  test('behavior: two calls, two transactions, one question', async () => {
    const { wallet, ask, send, status } = setup()
    const before = await balance(ask)
    wallet.setPolicy('ask')
    const answer = send()
    ;(await wallet.waitForRequest()).approve()
    const { id } = (await answer) as { id: string }
    expect(id).toMatch(/^0x[0-9a-f]{64}$/)
    await expect.poll(() => status(id)).toMatchObject({ status: 200 })
    const { receipts, ...rest } = (await status(id)) as unknown as Record<string, unknown>
    expect(rest).toEqual({ version: '2.0.0', id, chainId: '0x7a69', status: 200, atomic: false })
    expect(receipts).toMatchObject([{ status: '0x1' }, { status: '0x1' }])
    expect((await balance(ask)) - before).toBe(3n)
  })

  test('behavior: version 1.0 has a text as ID and words as status', async () => {
    const { send, status } = setup()
    const id = await send({ version: '1.0', atomicRequired: undefined })
    expect(typeof id).toBe('string')
    await expect.poll(() => status(id)).toMatchObject({ status: 'CONFIRMED' })
  })

  test('behavior: calls after one that is reverted are left out', async () => {
    const { ask, send, status } = setup()
    const before = await balance(ask)
    const calls = [
      { to: bob, value: '0x1' },
      { data: reverting, gas: '0x30d40' },
      { to: bob, value: '0x2' },
    ]
    const { id } = (await send({ calls })) as { id: string }
    await expect.poll(() => status(id)).toMatchObject({ status: 600 })
    expect((await balance(ask)) - before).toBe(1n)
  })

  test('behavior: says that it executes nothing all or none', async () => {
    const { ask } = setup()
    expect(await ask('wallet_getCapabilities', alice)).toEqual({
      '0x7a69': { atomic: { status: 'unsupported' } },
    })
  })

  test.each<[string, object, number]>([
    ['all or none', { atomicRequired: true }, 5760],
    ['another chain', { chainId: '0x1' }, 5710],
    ['no calls', { calls: [] }, -32602],
    ['another version', { version: '3.0' }, -32602],
    ['no `atomicRequired`', { atomicRequired: undefined }, -32602],
    ['a decimal value', { calls: [{ to: bob, value: '1' }] }, -32602],
    ['an account that is not the page’s', { from: bob }, 4100],
    ['a capability', { capabilities: { paymasterService: { url: 'https://example.com' } } }, 5700],
    ['a long ID', { id: `0x${'00'.repeat(4097)}` }, -32602],
  ])('error: %s', async (_, changes, code) => {
    const { wallet, send } = setup()
    wallet.setPolicy('hang')
    // Refused before the user is asked.
    await expect(send(changes)).rejects.toMatchObject({ code })
  })

  test('error: an ID is used once, and an unknown one has no status', async () => {
    const { send, status } = setup()
    const id = '0xown'
    const capabilities = { paymasterService: { url: 'https://example.com', optional: true } }
    expect(await send({ id, capabilities })).toEqual({ id })
    await expect(send({ id })).rejects.toMatchObject({ code: 5720 })
    await expect(status('0xother')).rejects.toMatchObject({ code: 5730 })
  })

  test('error: without the option the wallet knows no batches', async () => {
    const { send, status } = setup({ batches: undefined })
    await expect(send()).rejects.toMatchObject({ code: 4200 })
    await expect(status('0x1')).rejects.toMatchObject({ code: 4200 })
  })

  test('error: a chain without the contract cannot execute all or none', async () => {
    const { send } = setup({ batches: 'atomic' })
    await expect(send({ atomicRequired: true })).rejects.toMatchObject({ code: 5760 })
  })
})
