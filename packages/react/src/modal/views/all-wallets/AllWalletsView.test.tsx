// @vitest-environment jsdom

import { testKit } from '@portico/core/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { installBrowserMethods } from '../../../testing/installBrowserMethods.ts'
import { createTheme } from '../../../theme.ts'
import { createRouter } from '../../router.ts'
import { AllWalletsView } from './AllWalletsView.tsx'

beforeAll(async () => {
  installBrowserMethods()
  await loadViewCopy()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const wallet = (name: string) => ({ id: name, name, homepage: 'https://wallet.test', order: 1 })

/** Renders the view with a gateway that lists one plain wallet and these certified ones. */
function show(certified: readonly string[]): void {
  vi.stubGlobal('fetch', async (input: unknown) => {
    const isFiltered = new URL(String(input)).searchParams.get('badge') === 'certified'
    const names = isFiltered ? certified : ['Plain', ...certified]
    return Response.json({ count: names.length, data: names.map(wallet) })
  })
  const { kit } = testKit({ gatewayUrl: 'https://gateway.test' })
  render(
    <KitContext value={{ kit, router: createRouter(), theme: createTheme({}) }}>
      <AllWalletsView />
    </KitContext>,
  )
  kit.destroy()
}

describe('AllWalletsView', () => {
  test('behavior: a switch restricts the list to certified wallets', async () => {
    show(['Vouched'])
    await screen.findByText('Plain')
    const filter = await screen.findByRole('switch', { name: 'Certified wallets only' })
    fireEvent.click(filter)
    await vi.waitFor(() => expect(screen.queryByText('Plain')).toBeNull())
    expect(await screen.findByText('Vouched')).toBeDefined()
    fireEvent.click(filter)
    expect(await screen.findByText('Plain')).toBeDefined()
  })

  test('behavior: there is no switch if the gateway certifies no wallet', async () => {
    show([])
    await screen.findByText('Plain')
    expect(screen.queryByRole('switch')).toBeNull()
  })
})
