import { expect, test } from './test.ts'

test.describe('gateway down', () => {
  test('behavior: at start: connecting works, the account shows what is missing, and recovers', async ({
    page,
    demo,
    stack,
  }) => {
    await stack.stop('gateway')
    await demo.open({ options: { signIn: 'off' } })
    await demo.connect()
    await page
      .getByRole('button', { name: /0xf3…b92266/ })
      .first()
      .click()
    const account = demo.view('Account')
    await expect(account.getByText(/can’t be reached/i).first()).toBeVisible({ timeout: 20_000 })
    await stack.start('gateway')
    await expect(account.getByText('Dev USD', { exact: true })).toBeVisible({ timeout: 20_000 })
  })

  test('behavior: during use: loaded data stays visible and is refreshed afterwards', async ({
    page,
    demo,
    stack,
  }) => {
    await demo.open({ options: { signIn: 'off' } })
    await demo.connect()
    await page
      .getByRole('button', { name: /0xf3…b92266/ })
      .first()
      .click()
    const account = demo.view('Account')
    await expect(account.getByText('Dev USD', { exact: true })).toBeVisible()
    await stack.stop('gateway')
    await account.getByRole('tab', { name: 'Activity' }).click()
    await expect(account.getByText(/can’t be reached/i).first()).toBeVisible({ timeout: 20_000 })
    await account.getByRole('tab', { name: 'Tokens' }).click()
    await expect(account.getByText('Dev USD', { exact: true })).toBeVisible()
    await stack.start('gateway')
    await account.getByRole('tab', { name: 'Activity' }).click()
    await expect
      .poll(() => account.getByRole('tabpanel').getByRole('listitem').count(), { timeout: 20_000 })
      .toBeGreaterThan(5)
  })
})
