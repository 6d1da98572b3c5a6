import type { Page } from '@playwright/test'
import { focused } from './focused.ts'
import { tabTo } from './tabTo.ts'
import { expect, test } from './test.ts'

test.describe('keyboard', () => {
  test('behavior: the whole journey without a mouse', async ({ page, demo }) => {
    const { keyboard } = page
    await demo.open()
    await page.waitForFunction(() => 'devWallet' in window)

    // Past the page's three links to its first button.
    await tabTo(page, 'Connect Wallet')
    await keyboard.press('Enter')
    const connect = demo.view('Connect Wallet')
    await expect(connect).toBeVisible()
    expect(await focused(page)).toContain('Dev Wallet')
    await keyboard.press('Escape')
    await expect(demo.dialog).toBeHidden()
    expect(await focused(page)).toBe('Connect Wallet')

    await keyboard.press('Enter')
    await expect(connect).toBeVisible()
    await expect.poll(() => focused(page)).toContain('Dev Wallet')
    await staysInside(page)
    await tabTo(page, 'Help')
    await keyboard.press('Enter')
    await expect(demo.view(/What is a wallet/)).toBeVisible()
    await expect(demo.dialog.getByRole('listitem')).toHaveCount(3)
    await expect.poll(() => focused(page)).toBe('Choose a wallet')
    await tabTo(page, 'Back')
    await keyboard.press('Enter')
    await expect(connect).toBeVisible()
    await expect.poll(() => focused(page)).toContain('Dev Wallet')
    await tabTo(page, /^Dev Wallet/)
    await keyboard.press('Enter')

    await expect(demo.view('Sign In')).toBeVisible()
    await expect.poll(() => focused(page)).toBe('Sign')
    await staysInside(page)
    await tabTo(page, 'Sign')
    await keyboard.press('Enter')
    await expect(demo.dialog).toBeHidden()
    await expect(demo.output('Session')).toContainText('eip155:31337')
    // The button that opened the modal was replaced by the account button.
    await expect.poll(() => focused(page)).toMatch(/0xf3…b92266/)

    await keyboard.press('Enter')
    const account = demo.view('Account')
    await expect(account).toBeVisible()
    await expect.poll(() => isInside(page)).toBe(true)
    await staysInside(page)
    await tabTo(page, 'Tokens')
    await keyboard.press('ArrowRight')
    await expect(account.getByRole('tab', { name: 'NFTs' })).toBeFocused()
    await keyboard.press('End')
    await expect(account.getByRole('tab', { name: 'Activity', selected: true })).toBeFocused()
    await keyboard.press('ArrowRight')
    await expect(account.getByRole('tab', { name: 'Tokens', selected: true })).toBeFocused()
    await keyboard.press('ArrowLeft')
    const rows = account.getByRole('tabpanel').getByRole('listitem')
    await expect(account.getByRole('button', { name: 'Load more' })).toBeVisible()
    const before = await rows.count()
    await tabTo(page, 'Load more')
    await keyboard.press('Enter')
    await expect.poll(() => rows.count()).toBeGreaterThan(before)
    await expect.poll(() => isInside(page)).toBe(true)

    await tabTo(page, 'Receive')
    await keyboard.press('Enter')
    await expect(demo.view('Receive')).toBeVisible()
    await expect.poll(() => focused(page)).toBe('Copy address')
    await tabTo(page, 'Back')
    await keyboard.press('Enter')
    await expect(account).toBeVisible()
    await expect.poll(() => isInside(page)).toBe(true)

    await tabTo(page, 'Account settings')
    await keyboard.press('Enter')
    await expect(demo.view('Account Settings')).toBeVisible()
    await expect.poll(() => focused(page)).toContain('Local One')
    await keyboard.press('Enter')
    const networks = demo.view('Choose Network')
    await expect(networks.getByRole('searchbox')).toBeFocused()
    await keyboard.type('two')
    await expect(networks.getByRole('button', { name: /^Local One/ })).toHaveCount(0)
    await tabTo(page, /^Local Two/)
    await keyboard.press('Enter')
    await expect(demo.output('Network')).toContainText('Local Two')
    // A session is valid for one network.
    await expect(demo.view('Sign In')).toBeVisible()
    await expect.poll(() => focused(page)).toBe('Sign')
    await keyboard.press('Enter')
    await expect(demo.output('Session')).toContainText('eip155:31338')
    await expect(demo.dialog).toBeHidden()
    await expect.poll(() => focused(page)).toMatch(/0xf3…b92266/)

    await keyboard.press('Enter')
    await expect(demo.dialog).toBeVisible()
    await tabTo(page, 'Disconnect')
    await keyboard.press('Enter')
    await expect(demo.output('Status')).toHaveText('disconnected')
    await expect(demo.dialog).toBeHidden()
    await expect.poll(() => focused(page)).toBe('Connect Wallet')
  })
})

function isInside(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement?.closest('dialog') != null)
}

/** Presses Tab through two rounds in both directions, and checks that every stop is in the dialog. */
async function staysInside(page: Page): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses < 14; presses++) {
      await page.keyboard.press(key)
      expect(await isInside(page), `${key} pressed ${presses + 1} times`).toBe(true)
    }
  }
}
