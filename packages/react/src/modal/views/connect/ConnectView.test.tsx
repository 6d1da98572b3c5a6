// @vitest-environment jsdom
import { connect, disconnect, type Features, getConnected } from '@portico/core'
import { fakeWallet, testKit, threeNamespaces, until } from '@portico/core/testing'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { installBrowserMethods } from '../../../testing/installBrowserMethods.ts'
import { createTheme } from '../../../theme.ts'
import { focusFirst } from '../../dialogFocus.ts'
import { createRouter, currentView } from '../../router.ts'
import { ConnectView } from './ConnectView.tsx'

const stops: (() => void)[] = []

beforeAll(loadViewCopy)
beforeEach(() => {
  installBrowserMethods()
  vi.stubGlobal('fetch', async () => Response.json({ data: [], count: 0 }))
})
// A section that is still being loaded would be loaded after the page is gone.
afterAll(() => vi.dynamicImportSettled())
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

/** Shows Connect to a visitor who has connected these wallets before, one after the other. */
async function comeBack(...used: readonly string[]) {
  const { kit } = testKit({}, [fakeWallet(), fakeWallet({ id: 'io.fox', name: 'Fox' })])
  stops.push(() => kit.destroy())
  for (const connectorId of used) {
    await connect(kit, { connectorId })
    await disconnect(kit)
  }
  const router = createRouter()
  router.open({ name: 'connect' })
  const { container } = render(
    <KitContext value={{ kit, router, theme: createTheme({}) }}>
      <ConnectView view={{ name: 'connect' }} />
    </KitContext>,
  )
  act(() => focusFirst(container))
  return { kit, rows: screen.getAllByRole('button').map((row) => row.querySelector('bdi')?.textContent) }
}

/** Shows Connect with the checkbox for the terms. */
async function showCheckbox(features: Partial<Features> = {}) {
  const { kit } = threeNamespaces({
    gatewayUrl: 'https://gateway.test',
    walletUrl: 'https://wallet.test',
    termsConditionsUrl: 'https://app.test/terms',
    features: { legalCheckbox: true, ...features },
  })
  stops.push(() => kit.destroy())
  const router = createRouter()
  router.open({ name: 'connect' })
  const { container } = await act(async () =>
    render(
      <div className="view">
        <KitContext value={{ kit, router, theme: createTheme({}) }}>
          <ConnectView view={{ name: 'connect' }} />
        </KitContext>
      </div>,
    ),
  )
  await act(() => vi.dynamicImportSettled())
  act(() => focusFirst(container))
  const email = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' })
  const [row] = screen.getAllByTestId<HTMLButtonElement>(/^wallet-selector-/)
  if (!row) throw new Error('No wallet is listed.')
  const checkbox = screen.getByRole<HTMLInputElement>('checkbox', { name: 'I accept the Terms' })
  const ways = {
    row,
    'the e-mail button': screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }),
  }
  const view = () => currentView(router.store.getState()).name
  return { kit, email, ways, checkbox, view }
}

const reason = 'Check this box to connect.'

describe('ConnectView', () => {
  test('behavior: the wallet used last stands first, and Enter connects it', async () => {
    const { kit, rows } = await comeBack('dev.fake', 'io.fox')
    expect(rows).toEqual(['Fox', 'Fake'])
    const focused = document.activeElement as HTMLElement
    expect(focused.querySelector('bdi')?.textContent).toBe('Fox')
    fireEvent.click(focused)
    await until(kit, (state) => getConnected(state)?.connectorId === 'io.fox')
  })

  test('behavior: on the first visit the wallets have the order in which they were announced', async () => {
    const { rows } = await comeBack()
    expect(rows).toEqual(['Fake', 'Fox'])
    expect(document.activeElement?.querySelector('bdi')?.textContent).toBe('Fake')
  })

  test('behavior: a wallet that is announced while the visitor types does not move the field', async () => {
    const { kit, wallet, fake } = testKit({
      gatewayUrl: 'https://gateway.test',
      walletUrl: 'https://wallet.test',
    })
    stops.push(() => kit.destroy())
    fake.announce([])
    const router = createRouter()
    router.open({ name: 'connect' })
    render(
      <KitContext value={{ kit, router, theme: createTheme({}) }}>
        <ConnectView view={{ name: 'connect' }} />
      </KitContext>,
    )
    const email = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' })
    const isFieldFirst = () => {
      const list = screen.getByRole('list', { name: 'Wallets' })
      return (email.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    }
    expect(isFieldFirst()).toBe(true)
    act(() => email.focus())
    act(() => fake.announce([wallet]))
    expect(screen.getByText('Fake')).toBeDefined()
    expect(isFieldFirst()).toBe(true)
    act(() => email.blur())
    act(() => fake.announce([]))
    act(() => fake.announce([wallet]))
    expect(isFieldFirst()).toBe(false)
  })

  test('behavior: until the terms are accepted, no way to connect looks disabled, and the checkbox comes first', async () => {
    const { email, ways, checkbox } = await showCheckbox()
    for (const control of [email, ...Object.values(ways)]) expect(control.disabled).toBe(false)
    expect(document.querySelector('[data-autofocus]')).toBe(checkbox)
    expect(checkbox.getAttribute('aria-describedby')).toBeNull()
    expect(screen.queryByText(reason)).toBeNull()
  })

  test.each(['row', 'the e-mail button'] as const)(
    'behavior: without consent, pressing %s focuses the checkbox, which says why',
    async (name) => {
      const { kit, email, ways, checkbox, view } = await showCheckbox()
      fireEvent.change(email, { target: { value: 'ada@example.org' } })
      fireEvent.click(ways[name])
      await act(() => vi.dynamicImportSettled())
      expect(document.activeElement).toBe(checkbox)
      expect(view()).toBe('connect')
      expect(kit.store.getState().embedded?.login ?? { step: 'none' }).toEqual({ step: 'none' })
      const explained = document.getElementById(checkbox.getAttribute('aria-describedby') ?? '')
      expect(explained?.textContent).toBe(reason)
      expect(explained?.getAttribute('role')).toBe('alert')
      expect(checkbox.getAttribute('aria-invalid')).toBe('true')

      // Each further press leads there again.
      ways[name].focus()
      fireEvent.click(ways[name])
      expect(document.activeElement).toBe(checkbox)

      fireEvent.click(checkbox)
      expect(screen.queryByText(reason)).toBeNull()
      expect(checkbox.getAttribute('aria-invalid')).toBeNull()
    },
  )

  test('behavior: checking the box leaves the focus on it', async () => {
    const { email, checkbox } = await showCheckbox({ connectMethodsOrder: ['email', 'wallet'] })
    expect(document.activeElement).toBe(checkbox)
    fireEvent.click(checkbox)
    expect(document.activeElement).toBe(checkbox)
    expect(email.hasAttribute('data-autofocus')).toBe(false)
  })

  test('behavior: with consent, the press goes through', async () => {
    const { ways, checkbox, view } = await showCheckbox()
    fireEvent.click(checkbox)
    await act(async () => {
      fireEvent.click(ways.row)
      await vi.waitFor(() => expect(view()).not.toBe('connect'))
    })
  })
})
