import type { Page } from '@playwright/test'
import { choosePerson } from './choosePerson.ts'
import { createViewCheck } from './createViewCheck.ts'
import { expect, test, type Visitor } from './testWithWallet.ts'

/** Opens Connect, and waits until the operator's social logins are known. */
async function openConnect({ page, demo }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await expect(demo.dialog.getByTestId('w3m-social-login-widget')).toBeVisible()
}

/** Presses the logo of a provider, and returns the window that opens. */
async function press({ page, demo }: Visitor, provider: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await demo.dialog.getByRole('button', { name: `Continue with ${provider}` }).click()
  return opened
}

test.describe('a social login from the modal', () => {
  test('behavior: Google connects, stays after a reload, and is forgotten with the login', async ({
    visitor,
  }) => {
    const { page, demo } = visitor
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await openConnect(visitor)
    const window = await press(visitor, 'Google')
    await expect(demo.view('Google')).toContainText('Continue in the window of Google')
    const closed = window.waitForEvent('close')
    await window.getByRole('button', { name: /^Ada/ }).click()
    await closed
    const address = await visitor.address()
    await expect(demo.dialog).toBeHidden()
    const stored = () =>
      page.evaluate(() => [
        localStorage.getItem('@appkit/connected_social'),
        localStorage.getItem('@appkit-wallet/SOCIAL_USERNAME'),
      ])
    expect(await stored()).toEqual(['google', 'Ada Moreau'])
    await page.reload()
    expect(await visitor.address()).toBe(address)
    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    expect(await stored()).toEqual([null, null])
  })

  for (const provider of ['GitHub', 'Apple', 'X', 'Discord', 'Facebook'])
    test(`behavior: ${provider} connects from the modal`, async ({ visitor }) => {
      const { page, demo } = visitor
      await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
      await openConnect(visitor)
      const button = demo.dialog.getByRole('button', { name: `Continue with ${provider}` })
      if (!(await button.isVisible())) await demo.dialog.getByRole('button', { name: 'More' }).click()
      const window = await press(visitor, provider)
      await choosePerson(window, { name: /^Cleo/, provider: provider.toLowerCase() })
      expect(await visitor.address()).toMatch(/^0x[0-9a-fA-F]{40}$/)
      await expect(demo.dialog).toBeHidden()
      const stored = page.evaluate(() => localStorage.getItem('@appkit/connected_social'))
      expect(await stored).toBe(provider.toLowerCase())
    })

  test('behavior: with the keyboard, going back cancels; what is done in the window then connects nothing', async ({
    visitor,
  }) => {
    const { page, demo } = visitor
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await openConnect(visitor)
    await demo.dialog.getByRole('button', { name: 'Continue with Google' }).focus()
    const opened = page.waitForEvent('popup')
    await page.keyboard.press('Enter')
    const window = await opened
    // The window has left its opener alone before it shows the provider, so this page cannot close it any more.
    const ada = window.getByRole('button', { name: /^Ada/ })
    await expect(ada).toBeVisible()
    await demo.dialog.getByRole('button', { name: 'Back' }).press('Enter')
    await expect(demo.view('Connect Wallet')).toBeVisible()
    const closed = window.waitForEvent('close')
    await ada.click()
    await closed
    await expect(demo.view('Connect Wallet')).toBeVisible()
    await expect(demo.output('Status')).toHaveText('disconnected')
  })

  for (const { name, ...use } of [
    { name: 'wide', viewport: { width: 1000, height: 900 }, hasTouch: false },
    { name: 'touch', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ])
    test.describe(name, () => {
      test.use(use)
      for (const rtl of [false, true])
        test(`behavior: the views pass axe in light and dark${rtl ? ', from right to left' : ''}`, async ({
          visitor,
        }) => {
          test.setTimeout(120_000)
          const { page, demo } = visitor
          const check = createViewCheck({ page, demo, least: use.hasTouch ? 44 : 24 })
          await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
          if (rtl) await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
          await openConnect(visitor)
          await check('Connect with social logins')
          await press(visitor, 'Google')
          await expect(demo.view('Google')).toContainText('Continue in the window of Google')
          await expect(demo.dialog.getByRole('button', { name: 'Nothing there? Open it again' })).toBeVisible(
            {
              timeout: 15_000,
            },
          )
          await check('waiting for Google')
        })
    })
})
