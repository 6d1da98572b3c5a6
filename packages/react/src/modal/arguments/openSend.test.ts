// @vitest-environment jsdom
import { connect, type Namespace } from '@portico/core'
import { ada, bob, testKit } from '@portico/core/testing'
import { RpcError } from '@portico/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { createTheme } from '../../theme.ts'
import { openRequested } from '../openRequested.ts'
import { createRouter, currentView } from '../router.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function setup({
  isConnected = true,
  ...options
}: Parameters<typeof testKit>[0] & { isConnected?: boolean } = {}) {
  const { kit, fake, wallet } = testKit(options)
  stops.push(() => kit.destroy())
  const namespace = kit.namespaces.get('eip155') as Namespace
  const balance = { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', price: 0, iconUrl: '' }
  kit.namespaces.set('eip155', {
    ...namespace,
    assets: async () => ({
      ...(await namespace.assets()),
      getBalances: async () => [{ ...balance, quantity: { decimals: '18', numeric: '2' } }],
    }),
  })
  if (isConnected) await connect(kit, { connectorId: 'dev.fake' })
  const scope = { kit, router: createRouter(), theme: createTheme({}) }
  const open = (given: object, view = 'WalletSend') => openRequested(scope, { view, arguments: given })
  const send = async () => {
    const { sendTransfer } = await import('@portico/core/money')
    const draft = kit.store.getState().money?.send
    if (!draft?.asset) throw new Error('There is no draft.')
    sendTransfer(kit, {
      ...{
        networkId: draft.networkId,
        asset: draft.asset,
        transfers: fake.transfers.transfers,
        onPending() {},
      },
      plan: { transfer: { from: ada, to: bob, amount: 1n }, fee: 1n, notes: [], request: {} },
    })
  }
  const opened = () => expect.poll(() => scope.router.store.getState().open).toBe(true)
  return { kit, wallet, transfers: fake.transfers, scope, open, opened, send }
}

const given = { amount: '1.5', namespace: 'eip155', chainId: '1', to: bob } as const

describe('open with arguments', () => {
  test('behavior: fills the form, and resolves with the hash once the wallet has sent', async () => {
    const { kit, open, opened, send, scope } = await setup()
    const result = open(given)
    await opened()
    expect(currentView(scope.router.store.getState()).name).toBe('send')
    expect(kit.store.getState().money?.send).toMatchObject({
      ...{ from: ada, networkId: 'eip155:1', amount: '1.5', unit: 'token', to: bob, isLocked: false },
      asset: { symbol: 'ETH', decimals: 18 },
    })
    await send()
    expect(await result).toEqual({ hash: '0xsent' })
  })

  test('behavior: the coin can be sent while balances cannot be read; a token is not known then', async () => {
    const { kit, open, opened, send } = await setup()
    const namespace = kit.namespaces.get('eip155') as Namespace
    const down = new Error('Balances cannot be read.')
    kit.namespaces.set('eip155', {
      ...namespace,
      assets: async () => ({ ...(await namespace.assets()), getBalances: () => Promise.reject(down) }),
    })
    await expect(open({ ...given, assetAddress: bob })).rejects.toBe(down)
    const result = open(given)
    await opened()
    expect(kit.store.getState().money?.send?.asset).toMatchObject({ symbol: 'ETH', decimals: 18 })
    await send()
    expect(await result).toEqual({ hash: '0xsent' })
  })

  test('behavior: rejects with SendCancelledError when the modal is closed before', async () => {
    const { open, opened, scope } = await setup()
    const result = open(given)
    await opened()
    scope.router.close()
    await expect(result).rejects.toMatchObject({ name: 'SendCancelledError', code: 'send-cancelled' })
  })

  test('behavior: what the wallet was asked is waited for after the modal was closed', async () => {
    const { transfers, open, opened, send, scope } = await setup()
    let approve: (sent: { hash: string; from: string }) => void = () => {}
    transfers.send = () =>
      new Promise((resolve) => {
        approve = resolve
      })
    const result = open(given)
    await opened()
    await send()
    scope.router.close()
    approve({ hash: '0xlate', from: ada })
    expect(await result).toEqual({ hash: '0xlate' })
  })

  test('error: rejects with SendUnknownError if the wallet does not say whether it has sent', async () => {
    const { transfers, open, opened, send } = await setup()
    transfers.send = () => Promise.reject(new RpcError({ rpcCode: -32603, message: 'broken' }))
    const result = open(given)
    await opened()
    const rejected = expect(result).rejects.toMatchObject({ name: 'SendUnknownError' })
    await send()
    await rejected
  })

  test('behavior: the wallet is switched to the network first', async () => {
    const { open, opened, wallet, kit, scope } = await setup()
    const result = open({ ...given, chainId: 8453 })
    await opened()
    expect(wallet.calls).toContain('switch eip155:8453')
    expect(kit.store.getState().money?.send?.networkId).toBe('eip155:8453')
    scope.router.close()
    await expect(result).rejects.toThrow()
  })

  test.each([
    ['an unknown view', given, 'Swaps', 'This view takes no arguments.'],
    ['a view without arguments', given, 'Account', 'This view takes no arguments.'],
    [
      'an address of another network',
      { ...given, to: 'bc1q' },
      'WalletSend',
      'to is no address of the network.',
    ],
    ['a number with an exponent', { ...given, amount: 1e-7 }, 'WalletSend', 'amount must be decimal text'],
    [
      'too many decimals',
      { ...given, amount: '0.0000000000000000001' },
      'WalletSend',
      'amount must be decimal text',
    ],
    ['an object', { ...given, amount: {} }, 'WalletSend', 'amount must be text.'],
    ['a token that is not held', { ...given, assetAddress: bob }, 'WalletSend', 'The account does not hold'],
  ])('error: %s', async (_, wrong, view, reason) => {
    const { open, scope } = await setup()
    await expect(open(wrong, view)).rejects.toThrow(reason)
    expect(scope.router.store.getState().open).toBe(false)
  })

  test('error: a network that the application does not list, and no wallet', async () => {
    const { open } = await setup()
    await expect(open({ ...given, chainId: '99' })).rejects.toMatchObject({ code: 'network-not-found' })
    const { open: openUnconnected } = await setup({ isConnected: false })
    await expect(openUnconnected(given)).rejects.toMatchObject({ name: 'AccountUndefinedError' })
  })

  test('param: features.send false', async () => {
    const { open } = await setup({ features: { send: false } })
    await expect(open(given)).rejects.toThrow('The option features.send is off.')
  })
})
