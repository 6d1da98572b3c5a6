// @vitest-environment jsdom

import { globSync, readFileSync } from 'node:fs'
import { connect, disconnect, type Kit, type KitOptions } from '@portico/core'
import { fakeNamespace, fakeSIWX, fakeWallet, memoryStorage } from '@portico/core/testing'
import { fireEvent, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../copy.ts'
import { createAppKit } from '../../createAppKit.ts'
import { setDefaultAppKit } from '../../defaultKit.ts'
import { mainnet } from '../../networks.ts'
import { installBrowserMethods } from '../../testing/installBrowserMethods.ts'
import { loadModal } from '../loadModal.ts'
import { currentView, type View, type ViewName } from '../router.ts'

const stops: (() => void)[] = []
/** A kit's dialog stays in the page: those of other tests. */
let others: readonly HTMLDialogElement[] = []
const scrollIntoView = vi.fn()
beforeAll(async () => {
  installBrowserMethods()
  Element.prototype.scrollIntoView = scrollIntoView
  await loadViewCopy()
})
beforeEach(() => {
  scrollIntoView.mockReset()
  others = [...document.querySelectorAll('dialog')]
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  setDefaultAppKit(undefined)
  document.documentElement.removeAttribute('style')
})

function setup(options: Partial<KitOptions> = {}) {
  const { namespace } = fakeNamespace([fakeWallet()])
  const appKit = createAppKit({
    projectId: 'test',
    networks: [mainnet],
    adapters: [{ namespace }],
    storage: memoryStorage(),
    logLevel: 'silent',
    ...options,
  })
  const { kit, router } = appKit.scope
  stops.push(() => kit.destroy())
  return { appKit, kit, router, shown: () => currentView(router.store.getState()).name }
}

function add(name = 'appkit-modal'): HTMLElement {
  const element = document.createElement(name)
  document.body.append(element)
  stops.push(() => element.remove())
  return element
}

async function connectFake(kit: Kit): Promise<void> {
  await vi.waitFor(() => expect(kit.store.getState().connectors).toHaveLength(1))
  await connect(kit, { connectorId: 'dev.fake' })
}

const dialogs = () => [...document.querySelectorAll('dialog')].filter((dialog) => !others.includes(dialog))
const region = (element: HTMLElement) => element.querySelector<HTMLElement>('[role=region]')
const card = (element: HTMLElement) =>
  region(element)?.shadowRoot?.querySelector<HTMLElement>('[data-testid=w3m-modal-card]')

/** Waits until the card is in the element, and returns queries for what it shows. */
async function cardIn(element: HTMLElement) {
  await vi.waitFor(() => expect(card(element)?.querySelector('.view')).toBeInstanceOf(HTMLElement))
  return within(card(element) as HTMLElement)
}

async function shows(element: HTMLElement, heading: string): Promise<void> {
  await vi.waitFor(() => expect(region(element)?.getAttribute('aria-label')).toBe(heading))
}

describe('enableEmbedded', () => {
  test('behavior: the card is in the page, and no dialog is open', async () => {
    const { appKit } = setup({ enableEmbedded: true })
    const element = add()
    const { getByRole } = await cardIn(element)
    await shows(element, 'Connect Wallet')
    expect(getByRole('heading', { name: 'Connect Wallet' })).toBeDefined()
    expect(dialogs().map(({ open }) => open)).toEqual([false])
    expect(document.documentElement.style.overflow).toBe('')
    expect(appKit.isOpen()).toBe(true)
    expect(document.activeElement).toBe(document.body)
  })

  test('behavior: the legacy element shows it too', async () => {
    setup({ enableEmbedded: true })
    await cardIn(add('w3m-modal'))
  })

  test('behavior: closing a view returns to the first one, which cannot be closed', async () => {
    const { appKit, kit, router, shown } = setup({ enableEmbedded: true })
    const element = add()
    const { getByLabelText } = await cardIn(element)
    expect(region(element)?.hasAttribute('data-start')).toBe(true)
    fireEvent.click(getByLabelText('Help'))
    await shows(element, 'What is a wallet?')
    expect(region(element)?.hasAttribute('data-start')).toBe(false)
    const closed: boolean[] = []
    stops.push(router.store.subscribe(({ open }) => closed.push(!open)))
    fireEvent.click(getByLabelText('Close'))
    await shows(element, 'Connect Wallet')
    // What ends when the modal is closed, such as a pairing, ends here too.
    expect(closed).toContain(true)
    expect(appKit.isOpen()).toBe(true)

    await connectFake(kit)
    await vi.waitFor(() => expect(shown()).toBe('account'))
    await shows(element, 'Account')
    await disconnect(kit)
    await vi.waitFor(() => expect(shown()).toBe('connect'))
    await shows(element, 'Connect Wallet')
    expect(dialogs().map(({ open }) => open)).toEqual([false])
  })

  test('behavior: views of the embedded wallet’s frame open the dialog, with nothing in the page', async () => {
    const { router } = setup({ enableEmbedded: true })
    const element = add()
    await cardIn(element)
    const files = globSync('../views/*/*.tsx', { cwd: import.meta.dirname }).filter((file) =>
      /<(FrameSlot|CodeStep)\b/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
    )
    const names = files.map((file) => file.split('/').at(-2) as ViewName)
    expect(names).toContain('approve-transaction')
    for (const name of names) {
      router.push({ name, step: 'primary' } as View)
      // Once the code of the view is loaded.
      await vi.waitFor(() =>
        expect(
          dialogs().map(({ open }) => open),
          name,
        ).toEqual([true]),
      )
      expect(card(element), name).toBeNull()
      router.back()
      expect(
        dialogs().map(({ open }) => open),
        name,
      ).toEqual([false])
      expect(dialogs()[0]?.querySelector('div')?.shadowRoot?.querySelector('[data-card]')).toBeNull()
      await cardIn(element)
    }
    expect(document.documentElement.style.overflow).toBe('')
  })

  test('behavior: a view does not take the focus from the page, but opening the modal does', async () => {
    const { appKit, router } = setup({ enableEmbedded: true })
    const field = document.createElement('input')
    document.body.append(field)
    stops.push(() => field.remove())
    const element = add()
    await cardIn(element)
    field.focus()
    router.push({ name: 'what-is-a-wallet' })
    await shows(element, 'What is a wallet?')
    router.back()
    await shows(element, 'Connect Wallet')
    expect(document.activeElement).toBe(field)
    expect(scrollIntoView).not.toHaveBeenCalled()

    await appKit.open()
    await vi.waitFor(() => expect(document.activeElement).toBe(region(element)))
    expect(scrollIntoView).toHaveBeenCalledOnce()
    router.push({ name: 'what-is-a-wallet' })
    await shows(element, 'What is a wallet?')
    router.back()
    await vi.waitFor(() => expect(document.activeElement).toBe(region(element)))
  })

  test('behavior: the modal closes when its element is removed, and is shown in the one added last', async () => {
    const { appKit } = setup({ enableEmbedded: true })
    const first = add()
    await cardIn(first)
    const second = add()
    await cardIn(second)
    expect(region(first)).toBeNull()
    second.remove()
    await cardIn(first)
    expect(appKit.isOpen()).toBe(true)
    first.remove()
    await vi.waitFor(() => expect(appKit.isOpen()).toBe(false))
    expect(dialogs().map(({ open }) => open)).toEqual([false])

    await appKit.open()
    await vi.waitFor(() => expect(dialogs().map(({ open }) => open)).toEqual([true]))
    await appKit.close()
  })

  test('behavior: a view that the state requires goes on in the dialog when the element is removed', async () => {
    const { kit, shown } = setup({ enableEmbedded: true, siwx: fakeSIWX({ required: true }) })
    const element = add()
    await cardIn(element)
    await connectFake(kit)
    await vi.waitFor(() => expect(shown()).toBe('sign-message'))
    await shows(element, 'Sign In')
    element.remove()
    await vi.waitFor(() => expect(dialogs().map(({ open }) => open)).toEqual([true]))
    expect(shown()).toBe('sign-message')
  })

  test('param: manualWCControl shows the QR code first, as in the dialog', async () => {
    const walletConnect = { relayUrl: 'wss://relay.test' }
    const { shown } = setup({ enableEmbedded: true, manualWCControl: true, walletConnect })
    const element = add()
    await cardIn(element)
    expect(shown()).toBe('connecting-wallet-connect-basic')
    expect(region(element)?.hasAttribute('data-start')).toBe(true)
  })

  test('behavior: the theme and the direction apply', async () => {
    const { appKit } = setup({ enableEmbedded: true })
    const element = add()
    element.style.direction = 'rtl'
    await cardIn(element)
    expect(region(element)?.dir).toBe('rtl')
    appKit.setThemeMode('dark')
    expect(region(element)?.dataset.theme).toBe('dark')
  })
})

describe('disableAppend', () => {
  test('behavior: the dialog is in the element; without one nothing is shown', async () => {
    const { appKit } = setup({ disableAppend: true })
    await appKit.open()
    await loadModal(appKit.scope)
    expect(dialogs()).toEqual([])
    expect(document.documentElement.style.overflow).toBe('')
    const element = add()
    await vi.waitFor(() => expect(element.querySelector('dialog')?.open).toBe(true))
    element.remove()
    await vi.waitFor(() => expect(appKit.isOpen()).toBe(false))
    await vi.waitFor(() => expect(document.documentElement.style.overflow).toBe(''))
    const next = add()
    await vi.waitFor(() => expect(next.querySelector('dialog')?.open).toBe(false))
    await appKit.open()
    await vi.waitFor(() => expect(next.querySelector('dialog')?.open).toBe(true))
    await appKit.close()
  })
})

describe('neither option', () => {
  test('behavior: the element has no effect', async () => {
    const { appKit } = setup()
    const element = add()
    await vi.dynamicImportSettled()
    expect(element.childElementCount).toBe(0)
    expect(appKit.isOpen()).toBe(false)
  })
})
