import { chooseInTab } from './choosePerson.ts'
import { createViewCheck } from './createViewCheck.ts'
import { expect, test } from './testWithWallet.ts'

const instagram =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36 Instagram 390.0.0'

test.describe('a social login in the browser of another app', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, userAgent: instagram })

  test('behavior: the tab goes to the provider and comes back connected, with nothing left in its address', async ({
    visitor,
  }) => {
    const { page, demo } = visitor
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    const before = page.url()
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    const dialog = demo.dialog
    await expect(dialog.getByTestId('w3m-social-login-widget')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0)
    await expect(dialog).toContainText('Open this page in your browser for more')
    await dialog.getByRole('button', { name: 'Continue with GitHub' }).click()
    const frame = page.frameLocator('#w3m-iframe')
    await expect(frame.getByText('You go to GitHub, and come back here.')).toBeVisible()
    await createViewCheck({ page, demo, least: 44 })('leaving for GitHub')
    await frame.getByRole('button', { name: 'Continue to GitHub' }).click()
    await chooseInTab(page, { name: /^Ben/, provider: 'github' })
    const address = await visitor.address()
    expect(page.url()).toBe(before)
    expect(page.context().pages()).toHaveLength(1)
    await expect(demo.dialog).toBeHidden()
    const stored = () =>
      page.evaluate(() => [
        localStorage.getItem('@appkit/connected_social'),
        localStorage.getItem('@appkit/social_provider'),
      ])
    expect(await stored()).toEqual(['github', null])
    await page.reload()
    expect(await visitor.address()).toBe(address)
  })

  test('behavior: whoever says no at the provider comes back, is told so, and tries again', async ({
    visitor,
  }) => {
    const { page, demo } = visitor
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await demo.dialog.getByRole('button', { name: 'Continue with GitHub' }).click()
    const leave = page.frameLocator('#w3m-iframe').getByRole('button', { name: 'Continue to GitHub' })
    await leave.click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(demo.view('GitHub')).toContainText('You said no at GitHub.')
    expect(page.url()).not.toContain('result_uri')
    await demo.view('GitHub').getByRole('button', { name: 'Try again' }).click()
    await leave.click()
    await chooseInTab(page, { name: /^Ben/, provider: 'github' })
    await visitor.address()
  })

  test('error: a link with a result of nobody’s login opens nothing', async ({ visitor }) => {
    const { page, demo } = visitor
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    const url = new URL(page.url())
    url.searchParams.set('result_uri', `http://localhost:4402/social?result=${'h'.repeat(43)}`)
    await page.goto(url.href)
    await expect(page.getByRole('button', { name: 'Connect Wallet' }).first()).toBeVisible()
    await expect.poll(() => page.url()).not.toContain('result_uri')
    await expect(demo.dialog).toBeHidden()
    await expect(demo.output('Status')).toHaveText('disconnected')
  })
})
