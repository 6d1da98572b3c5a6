import type { Page } from '@playwright/test'
import { announce } from './announce.ts'
import { recordLostFocus } from './recordLostFocus.ts'
import { expect, test } from './testWithWallet.ts'
import { visitEveryView } from './visitEveryView.ts'
import { visitMoneyViews } from './visitMoneyViews.ts'

/** Longer than the 400 ms for which the previous view stays: each view is shown with its placeholder first. */
const latencyMs = 600

async function delayCode(page: Page): Promise<void> {
  await page.route(/\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, latencyMs))
    await route.continue()
  })
}

test.describe('focus', () => {
  test('behavior: stays in the modal while the code of each view loads', async ({ page, demo }) => {
    test.setTimeout(240_000)
    await delayCode(page)
    const lost = await recordLostFocus(page)
    await visitEveryView({ page, demo, check: async (view) => expect.soft(await lost(), view).toEqual([]) })
  })

  test('behavior: stays in the modal while the code of the views that buy, fund and pay loads', async ({
    page,
    demo,
    stack,
  }) => {
    test.setTimeout(240_000)
    await delayCode(page)
    const lost = await recordLostFocus(page)
    await visitMoneyViews({
      page,
      demo,
      stack,
      check: async (view) => expect.soft(await lost(), view).toEqual([]),
    })
  })

  test('behavior: stays in the modal while the code of the views for several wallets loads', async ({
    page,
    demo,
  }) => {
    test.setTimeout(240_000)
    await delayCode(page)
    const lost = await recordLostFocus(page)
    await demo.open({ options: { signIn: 'off', 'features.multiWallet': true }, wallets: 'all' })
    const open = page.getByRole('button', { name: 'Connect Wallet' }).first()
    const connect = demo.view('Connect Wallet')
    await open.click()
    await connect.getByRole('button', { name: /^WalletConnect/ }).click()
    await expect(demo.view('WalletConnect').getByRole('img', { name: 'QR code' })).toBeVisible()
    await demo.dialog.getByRole('button', { name: 'Back', exact: true }).click()
    await connect.getByRole('button', { name: /^Polyglot/ }).click()
    const choice = demo.dialog.getByRole('button', { name: /Ethereum/ })
    await expect(choice).toBeVisible()
    await choice.click()
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(demo.dialog).toBeHidden()
    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByTestId('wui-wallet-switch').click()
    await expect(demo.view('Your Wallets').getByTestId('wui-active-profile-wallet-item')).toBeVisible()
    await page.keyboard.press('Escape')
    await demo.chooseNetwork('Local Bitcoin')
    await expect(demo.view('Switch Network')).toContainText('needs its own wallet')
    expect(await lost()).toEqual([])
  })

  test('behavior: stays in the modal or the frame during a login by e-mail, and typed text is kept', async ({
    page,
    demo,
    visitor,
    mailbox,
  }) => {
    test.setTimeout(240_000)
    await delayCode(page)
    const lost = await recordLostFocus(page)
    const email = mailbox.address()
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    const connect = demo.view('Connect Wallet')
    const field = connect.getByRole('textbox', { name: 'Email' })
    await field.focus()
    await page.keyboard.type(email.slice(0, 7))
    // Changes the order of the sections while the visitor types.
    await announce(page, [{ name: 'Late', rdns: 'org.example.late', icon: 'data:image/png;base64,AA==' }])
    await expect(connect.getByRole('button', { name: /^Late/ })).toBeVisible()
    await page.keyboard.type(email.slice(7))
    await expect(field).toHaveValue(email)
    await page.keyboard.press('Enter')
    await expect(demo.view('Register Device')).toBeVisible()
    await visitor.approveDevice(email)
    const code = await mailbox.code(email)
    const input = visitor.frame.getByRole('textbox', { name: 'Verification code' })
    await expect(input).toBeVisible()
    await page.keyboard.type(code.slice(0, 3))
    await expect(input).toHaveValue(code.slice(0, 3))
    await page.keyboard.type(code.slice(3))
    await visitor.address()
    await expect(demo.dialog).toBeHidden()

    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Account settings' }).click()
    await demo.view('Account Settings').getByTestId('w3m-account-email-update').click()
    await demo.view('Edit Email').getByRole('textbox', { name: 'New email' }).fill(mailbox.address())
    await demo.dialog.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(visitor.frame.getByRole('heading', { name: 'Confirm your current address' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(demo.dialog).toBeHidden()
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(visitor.frame.getByRole('button', { name: 'Reject' })).toBeVisible()
    expect(await lost()).toEqual([])
  })
})
