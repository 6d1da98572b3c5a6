// @vitest-environment jsdom
import { connect } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { base, mainnet } from '../../../networks.ts'
import { installBrowserMethods } from '../../../testing/installBrowserMethods.ts'
import { createTheme } from '../../../theme.ts'
import { openRequested } from '../../openRequested.ts'
import { Card } from '../../parts/Card.tsx'
import { createRouter, currentView } from '../../router.ts'

installBrowserMethods()

const stops: (() => void)[] = []
beforeAll(loadViewCopy)
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ count: 0, data: [] }))
})
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

/** Opens a view by its public name for a connected account. */
async function open(view: string, options: Parameters<typeof testKit>[0] = {}) {
  const { kit } = testKit(options)
  stops.push(() => kit.destroy())
  await connect(kit, { connectorId: 'dev.fake' })
  const scope = { kit, router: createRouter(), theme: createTheme({}) }
  await openRequested(scope, { view })
  await act(async () => {
    render(
      <KitContext value={scope}>
        <Card setLabel={() => {}} />
      </KitContext>,
    )
  })
  return () => currentView(scope.router.store.getState()).name
}

const listed = async () => {
  const list = await screen.findByRole('list', { name: 'Compatible networks' })
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

describe('ReceiveView', () => {
  test('behavior: leads to the networks that can receive at the address', async () => {
    const view = await open('WalletReceive', { networks: [mainnet, base] })
    fireEvent.click(await screen.findByRole('button', { name: /^Compatible networks/ }))
    expect(view()).toBe('compatible-networks')
    expect(await listed()).toEqual(['Ethereum', 'Base'])
  })

  test('behavior: with one network it names this one instead', async () => {
    await open('WalletReceive', { networks: [mainnet] })
    const text = 'Send only Ethereum assets here.'
    const find = (_: string, element: Element | null) =>
      element?.tagName === 'P' && element.textContent === text
    expect(await screen.findByText(find)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Compatible networks/ })).toBeNull()
  })
})

describe('CompatibleNetworksView', () => {
  test('behavior: opens by its public name, WalletCompatibleNetworks', async () => {
    expect((await open('WalletCompatibleNetworks'))()).toBe('compatible-networks')
    expect(await screen.findByRole('heading', { name: 'Compatible Networks' })).toBeDefined()
    expect(await listed()).toEqual(['Ethereum', 'Base'])
  })

  test('param: features.receive false: shows the account instead', async () => {
    expect((await open('WalletCompatibleNetworks', { features: { receive: false } }))()).toBe('account')
  })
})
