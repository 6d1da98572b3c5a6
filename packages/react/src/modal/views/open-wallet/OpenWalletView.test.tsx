// @vitest-environment jsdom
import { testKit } from '@portico/core/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { createTheme } from '../../../theme.ts'
import { createRouter } from '../../router.ts'
import { OpenWalletView } from './OpenWalletView.tsx'

const walletIcon = 'data:image/png;base64,AAAA'

beforeAll(loadViewCopy)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Shows a request that waits in "Companion" while the wallet over WalletConnect is this one. */
function show(details: { walletName?: string; walletIcon?: string }, link?: string) {
  const { kit } = testKit()
  kit.store.setState(({ connectors }) => ({
    connectors: connectors.map((connector) => ({ ...connector, type: 'WALLET_CONNECT', ...details })),
  }))
  const { container } = render(
    <KitContext value={{ kit, router: createRouter(), theme: createTheme({}) }}>
      <OpenWalletView view={{ name: 'open-wallet', wallet: 'Companion', link }} />
    </KitContext>,
  )
  kit.destroy()
  const picture = container.querySelector('.ring .picture')
  return picture?.querySelector('img')?.getAttribute('src') ?? picture?.textContent
}

describe('OpenWalletView', () => {
  test('behavior: shows the name and the icon of the wallet, and on which device to look', () => {
    expect(show({ walletName: 'Companion', walletIcon })).toBe(walletIcon)
    expect(screen.getByText('Continue in', { exact: false }).textContent).toBe('Continue in Companion')
    expect(screen.getByText(/waiting on your other device/)).toBeDefined()
  })

  test.each([
    ['a wallet without an icon', { walletName: 'Companion' }],
    ['another wallet', { walletName: 'Other', walletIcon }],
  ])('behavior: %s: shows the first letter of the name', (_, details) => {
    expect(show(details)).toBe('C')
  })

  test('behavior: with a link, the wallet opens inside the press', () => {
    const open = vi.fn()
    vi.stubGlobal('open', open)
    show({ walletName: 'Companion', walletIcon }, 'companion://wc')
    screen.getByRole('button', { name: 'Open' }).click()
    expect(open).toHaveBeenCalledExactlyOnceWith('companion://wc', '_self', 'noreferrer noopener')
  })
})
