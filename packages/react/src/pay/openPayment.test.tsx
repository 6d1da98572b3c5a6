// @vitest-environment jsdom
import { connect } from '@portico/core'
import { type PayOptions, type PendingTransfer, updateMoney } from '@portico/core/money'
import { ada, bob, testKit } from '@portico/core/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { createRouter, currentView } from '../modal/router.ts'
import { createTheme } from '../theme.ts'
import { openPayment } from './openPayment.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const order: PayOptions = { network: 'eip155:1', asset: 'native', recipient: bob, amount: '0.5' }

async function start({ isConnected = true } = {}) {
  const { kit, fake } = testKit()
  stops.push(kit.destroy)
  const transfers = { readRecipient: ({ text }: { text: string }) => ({ address: text }) }
  fake.namespace.transfers = async () => transfers as never
  const events: string[] = []
  kit.events.on((event) => event.type === 'track' && events.push(event.track.event))
  if (isConnected) await connect(kit, { connectorId: 'dev.fake' })
  const scope = { kit, router: createRouter(), theme: createTheme({}) }
  const { paid } = await openPayment(scope, order)
  let ended: unknown
  paid.then(
    (result) => {
      ended = result
    },
    (error: unknown) => {
      ended = error
    },
  )
  const result = async () => {
    await Promise.resolve()
    await Promise.resolve()
    return ended
  }
  /** Adds a transfer to the state, as sending does. */
  const send = (
    status: 'wallet' | 'sent' | 'confirmed' | 'failed',
    part: { to?: string; amount?: string } = {},
  ) => {
    const entry: PendingTransfer = {
      id: '1',
      networkId: 'eip155:1',
      from: ada,
      to: bob,
      asset: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      amount: `${5n * 10n ** 17n}`,
      startedAt: Date.now(),
      status,
      sent: { hash: '0x1', from: ada },
      ...part,
    }
    updateMoney(kit, { pending: [entry] })
  }
  const view = () => currentView(scope.router.store.getState()).name
  return { kit, scope, events, result, send, view }
}

describe('openPayment', () => {
  test('behavior: is paid once the chain says so, not when it was sent', async () => {
    const { result, send, view, events } = await start()
    expect(view()).toBe('pay')
    send('sent')
    expect(await result()).toBeUndefined()
    send('confirmed')
    expect(await result()).toEqual({ hash: '0x1' })
    expect(events.filter((event) => event.startsWith('PAY_'))).toEqual(['PAY_MODAL_OPEN', 'PAY_SUCCESS'])
  })

  test('behavior: success is one event, although a listener changes the state', async () => {
    const { kit, result, send, events } = await start()
    kit.events.on((event) => {
      if (event.type === 'track' && event.track.event === 'PAY_SUCCESS') updateMoney(kit, { send: undefined })
    })
    send('confirmed')
    expect(await result()).toEqual({ hash: '0x1' })
    expect(events.filter((event) => event === 'PAY_SUCCESS')).toHaveLength(1)
  })

  test('error: another recipient, another amount or a failed transaction is no payment', async () => {
    const { result, send } = await start()
    send('confirmed', { to: ada })
    send('confirmed', { amount: '1' })
    send('failed')
    expect(await result()).toBeUndefined()
  })

  test('error: closing the modal before anything was sent', async () => {
    const { result, scope, events } = await start()
    scope.router.close()
    expect(await result()).toMatchObject({ code: 'modal-closed' })
    expect(events).toContain('PAY_ERROR')
  })

  test('behavior: what was sent is followed although the modal is closed', async () => {
    const { result, scope, send } = await start()
    send('sent')
    scope.router.close()
    expect(await result()).toBeUndefined()
    send('confirmed')
    expect(await result()).toEqual({ hash: '0x1' })
  })

  test('behavior: after connecting, which closes the modal, the payment is shown again', async () => {
    const { kit, scope, result, view } = await start({ isConnected: false })
    await connect(kit, { connectorId: 'dev.fake' })
    scope.router.close()
    expect(await result()).toBeUndefined()
    expect([scope.router.store.getState().open, view()]).toEqual([true, 'pay'])
  })

  test('behavior: from another wallet there is no hash', async () => {
    const { kit, result } = await start()
    const pay = kit.store.getState().money?.pay
    if (pay) updateMoney(kit, { pay: { ...pay, hasArrived: true } })
    expect(await result()).toEqual({})
  })
})
