import type { Page } from '@playwright/test'
import { openWalletPage } from './openWalletPage.ts'
import type { Stack } from './stack.ts'
import { stubLogin } from './stubLogin.ts'
import { expect, type Mailbox } from './testWithWallet.ts'
import type { CheckWalletView } from './visitWalletRequests.ts'

/** The buttons of the page that lead to another view. */
const ways = [
  'Change the address',
  'Make a backup file',
  'Make a recovery code',
  'Import a wallet',
  'Move to another device',
]

/** Visits the views of the wallet's own page in each language, and those of the page behind a mailed link. Logs in once. */
export async function visitManagePage({
  page,
  stack,
  mailbox,
  tags,
  check,
}: {
  page: Page
  stack: Stack
  mailbox: Mailbox
  tags: readonly string[]
  check(tag: string): CheckWalletView
}): Promise<void> {
  const title = page.locator('h1')
  const buttons = page.locator('main button')
  const open = async (tag: string) => {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), tag)
    await page.reload()
    await expect(title).toBeVisible()
  }
  await openWalletPage({ page, stack, mailbox, email: mailbox.address() })
  await expect(page.getByRole('button', { name: 'Make a recovery code' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Change the address' })).toBeVisible()
  const labels = await buttons.allTextContents()

  for (const tag of tags) {
    await open(tag)
    await expect(buttons).toHaveCount(labels.length)
    await check(tag)('My wallet', { page, frame: page })
    for (const way of ways) {
      const before = await title.textContent()
      await buttons.nth(labels.indexOf(way)).click()
      await expect(title).not.toHaveText(before ?? '')
      await check(tag)(way, { page, frame: page })
      await page.reload()
      await expect(buttons).toHaveCount(labels.length)
    }
  }

  await page.evaluate(() => localStorage.removeItem('language'))
  await page.reload()
  await page.getByRole('button', { name: /^Log out/ }).click()
  await expect(page.getByRole('heading', { name: 'Open my wallet' })).toBeVisible()
  const answer = await stubLogin(page.context(), stack)
  for (const tag of tags) {
    await open(tag)
    await check(tag)('login', { page, frame: page })
    for (const [index, view] of ['Open a backup file', 'Use a recovery code'].entries()) {
      await page.locator('main > .view > .buttons > button').nth(index).click()
      await expect(page.locator('form, input').first()).toBeVisible()
      await check(tag)(view, { page, frame: page })
      await open(tag)
    }
    for (const step of ['link', 'code'] as const) {
      answer(step)
      await page.locator('input[type="email"]').fill('somebody@example.org')
      await page.keyboard.press('Enter')
      await expect(page.locator(step === 'link' ? '.match' : '.code')).toBeVisible()
      await check(tag)(`login: ${step}`, { page, frame: page })
      await open(tag)
    }
    await page.goto(`${stack.walletUrl}/device#${'a'.repeat(43)}`)
    await expect(page.locator('input.digits')).toBeVisible()
    await check(tag)('the page behind a link', { page, frame: page })
    await page.goto(`${stack.walletUrl}/manage`)
  }
}
