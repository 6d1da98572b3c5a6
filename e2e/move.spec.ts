import type { Page } from '@playwright/test'
import { checkWalletPage } from './checkWalletPage.ts'
import { openWalletPage } from './openWalletPage.ts'
import { tabTo } from './tabTo.ts'
import { expect, test } from './testWithWallet.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test.describe('moving a wallet to another device', () => {
  test('behavior: a clean browser has the same wallet after the digits were typed, and logs in with one code later', async ({
    page,
    browser,
    mailbox,
    stack,
    faults: _,
  }) => {
    test.setTimeout(120_000)
    const email = mailbox.address()
    const code = await openWalletPage({ page, stack, mailbox, email })
    const address = await page.locator('code').textContent()
    await tabTo(page, /^Move to another device/)
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Move to another device')).toBeFocused()
    await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
    const link = (await page.locator('code').textContent()) ?? ''
    expect(link.startsWith(`${stack.walletUrl}/take#`)).toBe(true)

    const clean = await browser.newContext()
    const next = await clean.newPage()
    await next.goto(link)
    await expect(next).toHaveURL(`${stack.walletUrl}/take`)
    await expect(next.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
    await next.keyboard.press('Tab')
    await expect(next.getByRole('button', { name: 'Continue', exact: true })).toBeFocused()
    await next.keyboard.press('Enter')
    await expect(heading(next, 'Type these digits on your other device')).toBeFocused()
    const digits = (await next.locator('strong').textContent()) ?? ''
    expect(digits).toMatch(/^\d{6}$/)
    await expect(heading(page, 'Type the digits')).toBeFocused()
    await tabTo(page, /^Digits from the other device/)
    await page.keyboard.type(digits === '000000' ? '111111' : '000000')
    await expect(page.getByRole('status')).toHaveText(/^These are not the digits. 2 tries are left/)
    await page.keyboard.type(digits)
    await expect(heading(next, 'Your wallet is on this device')).toBeFocused()
    await expect(next.getByText(`Its address is ${address}.`)).toBeVisible()
    await expect(heading(page, 'Your wallet is on the other device')).toBeFocused()
    await tabTo(page, /^Back/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(2)

    // Logged in, without any mail to prove the address; the next login needs a code only.
    await next.getByRole('button', { name: 'Open my wallet' }).click()
    await expect(heading(next, 'My wallet')).toBeVisible()
    await expect(next.locator('code')).toHaveText(address ?? '')
    await next.getByRole('button', { name: /^Log out/ }).click()
    await next.getByRole('textbox', { name: 'Email' }).fill(email)
    await next.getByRole('button', { name: 'Continue', exact: true }).click()
    await next.getByRole('textbox', { name: 'Verification code' }).fill(await mailbox.code(email, [code]))
    await expect(heading(next, 'My wallet')).toBeVisible()
    await expect(next.locator('code')).toHaveText(address ?? '')

    // A browser that has a wallet takes no other one, whoever sends the link.
    await next.goto(link)
    await expect(next.getByText(`This browser already has a wallet: ${address}.`)).toBeVisible()
    await clean.close()
  })

  test('error: the digits end the move after three tries, and a link works once', async ({
    page,
    browser,
    mailbox,
    stack,
    faults: _,
  }) => {
    test.setTimeout(120_000)
    await openWalletPage({ page, stack, mailbox, email: mailbox.address() })
    const link = await openMove(page)
    const [first, second] = [await browser.newContext(), await browser.newContext()]
    const [next, thief] = [await first.newPage(), await second.newPage()]
    await next.goto(link)
    await next.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(heading(next, 'Type these digits on your other device')).toBeVisible()
    const digits = (await next.locator('strong').textContent()) ?? ''
    await thief.goto(link)
    await thief.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(thief.getByRole('status')).toHaveText(/^This link was opened on another device/)
    const field = page.getByRole('textbox', { name: 'Digits from the other device' })
    const wrong = `${(Number(digits) + 1) % 1_000_000}`.padStart(6, '0')
    for (const left of ['2 tries are', 'One try is']) {
      await field.fill(wrong)
      await expect(page.getByRole('status')).toContainText([left])
    }
    await field.fill(wrong)
    await expect(page.getByRole('status')).toHaveText(/^The digits were wrong too often/)
    await expect(next.getByRole('status')).toHaveText(/^The code has expired, or the move was cancelled/)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(1)
    await first.close()
    await second.close()
  })

  test('behavior: every view passes axe in light and dark, and fits, from right to left too', async ({
    browser,
    mailbox,
    stack,
  }) => {
    test.setTimeout(180_000)
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const [first, second] = [await browser.newContext(phone), await browser.newContext(phone)]
    const [page, next] = [await first.newPage(), await second.newPage()]
    await openWalletPage({ page, stack, mailbox, email: mailbox.address() })
    const link = await openMove(page)
    await checkWalletPage(page, 'link')
    await next.goto(link)
    await checkWalletPage(next, 'take')
    await next.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(heading(next, 'Type these digits on your other device')).toBeVisible()
    await expect(heading(page, 'Type the digits')).toBeVisible()
    await checkWalletPage(next, 'digits')
    await page.getByRole('textbox', { name: 'Digits from the other device' }).fill('12')
    await checkWalletPage(page, 'type')
    await page
      .getByRole('textbox', { name: 'Digits from the other device' })
      .fill((await next.locator('strong').textContent()) ?? '')
    await expect(heading(next, 'Your wallet is on this device')).toBeVisible()
    await checkWalletPage(next, 'taken')
    await expect(heading(page, 'Your wallet is on the other device')).toBeVisible()
    await checkWalletPage(page, 'done')
    await next.goto(`${stack.walletUrl}/take`)
    await checkWalletPage(next, 'refused')
    await first.close()
    await second.close()
  })
})

/** Starts a move; returns the link. */
async function openMove(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Move to another device' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  return (await page.locator('code').textContent()) ?? ''
}
