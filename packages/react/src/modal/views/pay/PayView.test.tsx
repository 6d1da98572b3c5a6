// @vitest-environment jsdom

import { activateNamespace, connect, type Kit } from '@portico/core'
import { type PayRequest, updateMoney } from '@portico/core/money'
import { ada, bob, fakeNamespace, fakeWallet, testKit, threeNamespaces } from '@portico/core/testing'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { KitContext } from '../../../kit/KitContext.ts'
import { installBrowserMethods } from '../../../testing/installBrowserMethods.ts'
import { createTheme } from '../../../theme.ts'
import { Card } from '../../parts/Card.tsx'
import { createRouter, currentView, type Router } from '../../router.ts'
import { load } from '../getView.ts'

installBrowserMethods()
beforeAll(() => Promise.all([load('pay'), load('send')]))
const stops: (() => void)[] = []
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
})

const request: PayRequest = {
  ...{ networkId: 'eip155:1', recipient: bob, name: 'Ether', symbol: 'ETH', decimals: 18 },
  amount: `${5n * 10n ** 17n}`,
}

const show = (kit: Kit, router: Router) =>
  act(async () => {
    render(
      <KitContext value={{ kit, router, theme: createTheme({}) }}>
        <Card setLabel={() => {}} />
      </KitContext>,
    )
  })

describe('PayRequestView', () => {
  test('behavior: a payment that arrives while another view is shown counts', async () => {
    let balance = 7n
    const { namespace } = fakeNamespace([fakeWallet()], { getBalance: async () => balance })
    const transfers = { toPaymentLink: () => 'ethereum:pay' }
    const adapters = [{ namespace: { ...namespace, transfers: async () => transfers as never } }]
    const { kit } = testKit({ adapters })
    stops.push(() => kit.destroy())
    updateMoney(kit, { pay: { id: '1', request, startedAt: Date.now(), hasArrived: false } })
    const router = createRouter()
    router.open({ name: 'pay' })
    router.push({ name: 'pay-request' })
    await show(kit, router)
    const pay = () => kit.store.getState().money?.pay
    await waitFor(() => expect(pay()?.before).toBe(7n))
    await act(async () => void router.back())
    balance += BigInt(request.amount)
    await act(async () => router.push({ name: 'pay-request' }))
    await waitFor(() => expect(pay()?.hasArrived).toBe(true))
  })
})

describe('PayView', () => {
  test('behavior: pays from the account of the payment’s network although another namespace is active', async () => {
    const { kit } = threeNamespaces()
    stops.push(() => kit.destroy())
    await connect(kit, { connectorId: 'io.poly' })
    await connect(kit, { connectorId: 'Polyglot', namespace: 'solana' })
    activateNamespace(kit, { namespace: 'solana' })
    updateMoney(kit, { pay: { id: '1', request, startedAt: Date.now(), hasArrived: false } })
    const router = createRouter()
    router.open({ name: 'pay' })
    await show(kit, router)
    fireEvent.click(screen.getByTestId('pay-wallet'))
    expect(currentView(router.store.getState()).name).toBe('send')
    // What the visitor is asked to pay, and cannot change, not an empty form of the other account.
    const amount = await screen.findByRole('textbox', { name: 'Amount' })
    expect(amount).toHaveProperty('value', '0.5')
    expect(amount).toHaveProperty('readOnly', true)
    expect(screen.getByDisplayValue(bob)).toHaveProperty('readOnly', true)
    expect(kit.store.getState().money?.send).toMatchObject({ from: ada, networkId: 'eip155:1' })
  })
})
