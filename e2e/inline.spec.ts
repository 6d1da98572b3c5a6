import { createViewCheck, smallTargets } from './createViewCheck.ts'
import { expect, test } from './testWithWallet.ts'

const sizes = [
  { name: 'wide', viewport: { width: 1000, height: 900 } },
  { name: 'touch', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
]

for (const { name, ...use } of sizes) {
  test.describe(`modal in the page, ${name}`, () => {
    test.use(use)

    test('param: enableEmbedded shows the modal where <appkit-modal> is', async ({ page, demo }) => {
      const least = use.hasTouch ? 44 : 24
      const checkThemes = createViewCheck({ page, demo, least })
      const check = async (name: string) => {
        const small = await smallTargets(page, least, 'appkit-modal > [role=region]')
        expect.soft(small, name).toEqual([])
        await checkThemes(name)
      }
      await demo.open({ options: { signIn: 'off', enableEmbedded: true } })
      const element = page.locator('appkit-modal')
      const view = (name: string) => element.getByRole('region', { name, exact: true })
      await expect(view('Connect Wallet').getByRole('button', { name: /^Dev Wallet/ })).toBeVisible()
      await expect(demo.dialog).toBeHidden()
      await expect(element.getByRole('button', { name: 'Close' })).toBeHidden()
      const card = await element.getByTestId('w3m-modal-card').boundingBox()
      expect(card?.width).toBe(Math.min(360, (await element.boundingBox())?.width ?? 0))
      await expect(page.locator('body')).toBeFocused()
      // Nothing covers the page, and it scrolls.
      expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('')
      await check('Connect Wallet')

      await view('Connect Wallet').getByRole('button', { name: 'Help' }).click()
      await expect(view('What is a wallet?')).toBeVisible()
      await check('What is a wallet?')
      await element.getByRole('button', { name: 'Close' }).click()
      await expect(view('Connect Wallet')).toBeVisible()

      await view('Connect Wallet')
        .getByRole('button', { name: /^Dev Wallet/ })
        .click()
      await expect(demo.output('Status')).toHaveText('connected')
      await expect(view('Account')).toBeVisible()
      await expect(element.getByRole('button', { name: 'Close' })).toBeHidden()
      await check('Account')

      // A button of the page that opens the modal moves the focus into it.
      await page.getByTestId('w3m-network-button').first().click()
      await expect(view('Choose Network')).toBeInViewport()
      await expect(view('Choose Network').locator(':focus')).toHaveCount(1)
      await view('Choose Network')
        .getByRole('button', { name: /^Local Two/ })
        .click()
      await expect(view('Account')).toBeVisible()
      await expect(demo.dialog).toBeHidden()

      await element.getByTestId('disconnect-button').click()
      await expect(view('Connect Wallet')).toBeVisible()
      await expect(demo.output('Status')).toHaveText('disconnected')
    })
  })
}

test.describe('modal in the page', () => {
  test('behavior: codes and requests of the embedded wallet open the dialog', async ({
    visitor,
    mailbox,
  }) => {
    test.setTimeout(120_000)
    const { page, demo, frame } = visitor
    const email = mailbox.address()
    await demo.open({ options: { signIn: 'off', enableEmbedded: true } })
    const element = page.locator('appkit-modal')
    await element.getByRole('textbox', { name: 'Email' }).fill(email)
    await element.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(element.getByRole('region', { name: 'Register Device' })).toBeVisible()
    await visitor.approveDevice(email)
    await visitor.typeCode(await mailbox.code(email))
    await visitor.address()
    await expect(element.getByRole('region', { name: 'Account', exact: true })).toBeVisible()
    await expect(demo.dialog).toBeHidden()

    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(demo.view('Approve Transaction')).toBeVisible()
    await expect(frame.getByRole('button', { name: 'Reject' })).toBeVisible()
    await expect(element.getByTestId('w3m-modal-card')).toHaveCount(0)
    await demo.dialog.getByRole('button', { name: 'Close' }).click()
    await expect(demo.dialog).toBeHidden()
    await expect(element.getByRole('region', { name: 'Account', exact: true })).toBeVisible()
  })
})
