// @vitest-environment jsdom
import { testKit } from '@portico/core/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { createTheme } from '../../../theme.ts'
import { getPairing } from '../../../walletConnect/pairing.ts'
import { createRouter, currentView } from '../../router.ts'
import { ScanCode } from './ScanCode.tsx'

const wallet = { id: 'aa', name: 'Listed', mobile_link: 'listed://', app_store: 'https://store.test' }
const stops: (() => void)[] = []
beforeAll(loadViewCopy)
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
})

function show(chosen: typeof wallet | undefined) {
  const { kit } = testKit()
  stops.push(() => kit.destroy())
  getPairing(kit).setState({ status: 'ready', uri: 'wc:1@2', expiresAt: Date.now() + 60_000 }, true)
  const router = createRouter()
  router.open({ name: 'connecting-wallet-connect', wallet: chosen })
  render(
    <KitContext value={{ kit, router, theme: createTheme({}) }}>
      <ScanCode wallet={chosen} />
    </KitContext>,
  )
  return router
}

describe('ScanCode', () => {
  test('behavior: a wallet that the visitor does not have can be got, beside the code', () => {
    const router = show(wallet)
    expect(screen.getByRole('img', { name: 'QR code to connect a wallet' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Don’t have Listed? Get it' }))
    expect(currentView(router.store.getState())).toEqual({ name: 'get-wallet', wallet })
  })

  test('behavior: the code for any wallet has no such button', () => {
    show(undefined)
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /Get it/ })).toBeNull()
  })
})
