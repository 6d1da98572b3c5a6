// @vitest-environment jsdom
import { connect } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { createTheme } from '../../../theme.ts'
import { createRouter, currentView } from '../../router.ts'
import { WhatIsAWalletView } from './WhatIsAWalletView.tsx'

const stops: (() => void)[] = []
beforeAll(loadViewCopy)
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
})

const gatewayUrl = 'https://gateway.test'

async function show(options: Parameters<typeof testKit>[0], { isConnected = false } = {}) {
  const { kit } = testKit(options)
  stops.push(() => kit.destroy())
  if (isConnected) await connect(kit, { connectorId: 'dev.fake' })
  const router = createRouter()
  router.open({ name: 'connect', namespace: 'eip155' })
  router.push({ name: 'what-is-a-wallet' })
  render(
    <KitContext value={{ kit, router, theme: createTheme({}) }}>
      <WhatIsAWalletView />
    </KitContext>,
  )
  return () => currentView(router.store.getState())
}

describe('WhatIsAWalletView', () => {
  test('behavior: the next step is the list of wallets', async () => {
    const view = await show({ gatewayUrl })
    fireEvent.click(screen.getByRole('button', { name: 'Choose a wallet' }))
    expect(view()).toEqual({ name: 'all-wallets', namespace: 'eip155' })
  })

  test('behavior: without a list the next step is Connect', async () => {
    const view = await show({})
    fireEvent.click(screen.getByRole('button', { name: 'Connect Wallet' }))
    expect(view()).toEqual({ name: 'connect', namespace: 'eip155' })
  })

  test('behavior: terms that must be accepted come first', async () => {
    const view = await show({ gatewayUrl, features: { legalCheckbox: true } })
    fireEvent.click(screen.getByRole('button', { name: 'Connect Wallet' }))
    expect(view()).toEqual({ name: 'connect', namespace: 'eip155' })
  })

  test('behavior: a visitor who is connected is offered nothing', async () => {
    await show({ gatewayUrl }, { isConnected: true })
    expect(screen.getByText('A home for your digital assets')).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
