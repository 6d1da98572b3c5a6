import { connect, type Kit } from '@portico/core'
import { connectLayout } from '@portico/core/internal'
import { threeNamespaces } from '@portico/core/testing'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { createInstance } from '../appKit.ts'
import { loadViewCopy } from '../copy.ts'
import { setDefaultAppKit } from '../defaultKit.ts'
import { KitContext } from '../kit/KitContext.ts'
import { Card } from '../modal/parts/Card.tsx'
import { createRouter, type View } from '../modal/router.ts'
import { createTheme } from '../theme.ts'
import { installBrowserMethods } from './installBrowserMethods.ts'

export type Options = Parameters<typeof threeNamespaces>[0]

export const walletUrl = 'https://wallet.test'
export const gatewayUrl = 'https://gateway.test'
export const walletConnect = { relayUrl: 'wss://relay.test' }

export const legal = {
  termsConditionsUrl: 'https://app.test/terms',
  privacyPolicyUrl: 'https://app.test/privacy',
}

/** What `draw` renders. */
export type Scene = {
  options?: Options
  view?: View
  isConnected?: boolean
  prepare?: (kit: Kit) => void
  children?: ReactNode
}

/** Registers the hooks that the tests of options share, and returns functions that show what an option changes. */
export function prepareOptions() {
  const stops: (() => void)[] = []
  beforeAll(async () => {
    installBrowserMethods()
    await loadViewCopy()
  })
  beforeEach(() => {
    vi.stubGlobal('fetch', async () => Response.json({ count: 0, data: [] }))
  })
  afterEach(() => {
    cleanup()
    setDefaultAppKit(undefined)
    for (const stop of stops.splice(0)) stop()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  function make(options: Options = {}) {
    const made = threeNamespaces(options)
    stops.push(() => made.kit.destroy())
    const scope = { kit: made.kit, router: createRouter(), theme: createTheme({}) }
    return { ...made, scope, appKit: createInstance(scope) }
  }

  /** Renders the modal on a view, or a component, and returns the test IDs and the text of what is drawn. */
  async function draw({
    options,
    view = { name: 'connect' },
    isConnected = false,
    prepare,
    children,
  }: Scene) {
    cleanup()
    const { kit, scope, appKit } = make(options)
    setDefaultAppKit(appKit)
    if (isConnected) await connect(kit, { namespace: 'eip155', connectorId: 'io.poly' })
    prepare?.(kit)
    scope.router.open(view)
    await act(async () => {
      render(<KitContext value={scope}>{children ?? <Card setLabel={() => {}} />}</KitContext>)
    })
    await act(() => vi.dynamicImportSettled())
    // React delays what replaces a placeholder.
    await waitFor(() => expect(document.querySelector('ul > li.bone')).toBeNull())
    const elements = listElements(document)
    const ids = elements.flatMap((element) => element.getAttribute('data-testid') ?? [])
    return {
      kit,
      ids,
      elements,
      images: elements.flatMap((element) => element.getAttribute('src') ?? []),
      links: elements.flatMap((element) => element.getAttribute('href') ?? []),
      get: (id: string) => elements.find((element) => element.getAttribute('data-testid') === id),
    }
  }

  const layoutOf = (options: Options) => {
    const { kit } = make(options)
    const { customWallets } = kit.options
    return connectLayout(kit.store.getState(), { customWallets, hasList: true })
  }

  /** Expects a part of a view to be there by default, and to be gone with the option. */
  async function expectRemoved(id: string, options: Options, scene: Omit<Scene, 'options'>) {
    const shared = { gatewayUrl, walletUrl }
    expect((await draw({ ...scene, options: shared })).ids).toContain(id)
    expect((await draw({ ...scene, options: { ...shared, ...options } })).ids).not.toContain(id)
  }

  /** Expects a button instead of the wallets where e-mail is there too, and the wallets behind it. */
  async function expectCollapsed(collapse: Options): Promise<void> {
    const [wallet, button] = ['wallet-selector-io.poly', 'w3m-collapse-wallets-button']
    const expanded = await draw({ options: { walletUrl } })
    expect(expanded.ids).toContain(wallet)
    expect(expanded.ids).not.toContain(button)
    const options = { walletUrl, ...collapse }
    const collapsed = await draw({ options })
    expect(collapsed.ids).not.toContain(wallet)
    expect(collapsed.get(button)?.textContent).toBe('Continue with a wallet')
    expect(collapsed.ids).toContain('wui-email-input')
    await act(async () => (collapsed.get(button) as HTMLElement).click())
    const ids = listElements(document).map((element) => element.getAttribute('data-testid'))
    expect(ids).toContain(wallet)
    expect(ids).not.toContain('wui-email-input')
    // Without another way to connect there is nothing to collapse the wallets for.
    expect((await draw({ options: collapse })).ids).toContain(wallet)
  }

  return { stops, make, draw, layoutOf, expectRemoved, expectCollapsed }
}

function listElements(root: ParentNode): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    element,
    ...(element.shadowRoot ? listElements(element.shadowRoot) : []),
  ])
}
