// @vitest-environment jsdom
import { connect } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import type { FunctionComponent } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadViewCopy } from '../../copy.ts'
import { KitContext } from '../../kit/KitContext.ts'
import { createTheme } from '../../theme.ts'
import { createRouter } from '../router.ts'
import { AccountSettingsView } from '../views/account-settings/AccountSettingsView.tsx'
import { RegisterNameView } from '../views/register-name/RegisterNameView.tsx'
import { SignMessageView } from '../views/sign-message/SignMessageView.tsx'
import { useConnectedWallet } from './useConnectedWallet.ts'

beforeAll(loadViewCopy)
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const icon = 'data:image/png;base64,AAAA'
const logo = 'data:image/png;base64,BBBB'

/** Shows what a view takes from the hook. */
function Shown() {
  const { name, image } = useConnectedWallet()
  return (
    <p>
      {name} {image ?? 'no image'}
    </p>
  )
}

async function show(
  View: FunctionComponent,
  wallet: { walletName?: string; walletIcon?: string; type?: 'WALLET_CONNECT' },
) {
  const { kit } = testKit({ connectorImages: { 'dev.fake': logo }, gatewayUrl: 'https://gateway.example' })
  await connect(kit, { connectorId: 'dev.fake' })
  kit.store.setState(({ connectors }) => ({
    connectors: connectors.map((details) => ({ ...details, ...wallet })),
  }))
  const scope = { kit, router: createRouter(), theme: createTheme({}) }
  const { container } = render(
    <KitContext value={scope}>
      <View />
    </KitContext>,
  )
  onTestFinished(() => kit.destroy())
  const images = [...container.querySelectorAll('img')].map(({ src }) => src)
  return { kit, container, text: container.textContent ?? '', images }
}

describe('useConnectedWallet', () => {
  test.each([
    ['an installed wallet', {}, `Fake ${logo}`],
    ['a wallet over WalletConnect', { walletName: 'Companion', walletIcon: icon }, `Companion ${icon}`],
    ['a wallet without an icon', { walletName: 'Companion' }, 'Companion no image'],
  ])('behavior: %s', async (_, wallet, expected) => {
    expect((await show(Shown, wallet)).text).toBe(expected)
  })

  test('behavior: sign-in and settings show the connected wallet', async () => {
    const wallet = { walletName: 'Companion', walletIcon: icon }
    expect((await show(SignMessageView, wallet)).images).toContain(icon)
    const settings = await show(AccountSettingsView, wallet)
    expect(settings.text).toContain('Companion')
    expect(settings.images).toContain(icon)
  })

  test('behavior: sign-in over WalletConnect names the wallet and says to look at the phone', async () => {
    const remote = { walletName: 'Companion', walletIcon: icon, type: 'WALLET_CONNECT' } as const
    const { kit, container, text } = await show(SignMessageView, remote)
    expect(text).toContain('WalletCompanion')
    expect(text).not.toContain('phone')
    const signIn = { status: 'signing', required: false, address: '0x1', networkId: 'eip155:1' } as const
    act(() => kit.store.setState({ signIn }))
    expect(container.textContent).toContain('Open Companion on your phone and sign the message there.')
    expect(container.textContent).not.toContain('Continue in')
  })

  test('behavior: sign-in with an installed wallet says to continue there', async () => {
    const { kit, container, text } = await show(SignMessageView, {})
    expect(text).not.toContain('WalletFake')
    const signIn = { status: 'signing', required: false, address: '0x1', networkId: 'eip155:1' } as const
    act(() => kit.store.setState({ signIn }))
    expect(container.textContent).toContain('Continue in Fake.')
  })

  test('behavior: the choice of a name shows the connected wallet', async () => {
    const names = await show(RegisterNameView, { walletName: 'Companion', walletIcon: icon })
    expect(names.text).toContain('Companion')
    expect(names.images).toContain(icon)
  })

  test('behavior: the choice of a name says in which wallet to sign', async () => {
    vi.stubGlobal('fetch', async (url: unknown) =>
      String(url).includes('/suggestions')
        ? Response.json({ suggestions: [{ name: 'ada.portico.local', registered: false }] })
        : new Promise(() => {}),
    )
    const { container } = await show(RegisterNameView, { walletName: 'Companion', walletIcon: icon })
    const [input] = container.querySelectorAll('input')
    fireEvent.change(input as HTMLInputElement, { target: { value: 'ada' } })
    await waitFor(() => expect(container.textContent).toContain('ada.portico.local'))
    fireEvent.click(container.querySelector('[data-testid=account-name-suggestion]') as HTMLElement)
    await waitFor(() => expect(container.textContent).toContain('Sign the message in Companion'))
  })

  test('behavior: an icon of another host is not loaded', async () => {
    const wallet = { walletName: 'Companion', walletIcon: 'https://other.example/icon.png' }
    const { images } = await show(AccountSettingsView, wallet)
    expect(images.filter((src) => src.includes('other.example'))).toEqual([])
  })
})
