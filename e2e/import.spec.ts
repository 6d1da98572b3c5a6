import type { Page } from '@playwright/test'
import {
  english,
  generateMnemonic,
  generatePrivateKey,
  mnemonicToAccount,
  privateKeyToAccount,
} from 'viem/accounts'
import { checkWalletPage } from './checkWalletPage.ts'
import { openWalletPage } from './openWalletPage.ts'
import { tabTo } from './tabTo.ts'
import { createVisitor, expect, test } from './testWithWallet.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test.describe('importing a wallet', () => {
  test('behavior: a phrase keeps its address, also in the modal, and the old wallet is listed', async ({
    visitor,
    newVisitor,
    mailbox,
    stack,
  }) => {
    test.setTimeout(120_000)
    const email = mailbox.address()
    const { page } = visitor
    const used = [await openWalletPage({ page, stack, mailbox, email })]
    const old = (await page.locator('code').first().textContent()) ?? ''
    const words = generateMnemonic(english)
    const { address } = mnemonicToAccount(words)
    await tabTo(page, /^Import a wallet/)
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Import a wallet')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('textbox', { name: 'Words or private key' })).toBeFocused()
    await page.keyboard.insertText(words.replace(/^\S+/, 'wrongword'))
    await tabTo(page, /^Continue/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toHaveText('Word 1, “wrongword”, is not in the list.')
    await expect(page.getByRole('textbox')).toBeFocused()
    await page.getByRole('textbox').fill(words)
    await tabTo(page, /^Continue/)
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Is this your address?')).toBeFocused()
    await expect(page.locator('code')).toHaveText(address)
    await tabTo(page, /^Yes, import it/)
    await page.keyboard.press('Enter')
    used.push(await mailbox.code(email, used))
    await page.getByRole('textbox', { name: 'Verification code' }).fill(used.at(-1) ?? '')
    await expect(heading(page, 'The wallet was imported')).toBeFocused({ timeout: 20_000 })
    await expect(page.locator('code')).toHaveText(address)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.locator('code').first()).toHaveText(address)
    await expect(page.getByText('Wallets that you have replaced.')).toBeVisible()
    await expect(page.locator('code').last()).toHaveText(old)
    await page.getByRole('button', { name: /^Show the words or key of 0x/ }).click()
    await createVisitor({ page, stack, mailbox }).approveDevice(email)
    used.push(await mailbox.code(email, used))
    await page.getByRole('textbox', { name: 'Verification code' }).fill(used.at(-1) ?? '')
    await expect(page.getByText(`They open ${old}.`)).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Hold to show the twelve words' }).hover()
    await page.mouse.down()
    const kept = (await page.locator('ol > li').allTextContents()).join(' ')
    await page.mouse.up()
    expect(mnemonicToAccount(kept).address).toBe(old)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.reload()
    await expect(page.locator('code').first()).toHaveText(address)
    const mails = await mailbox.all(email)
    expect(mails.map(({ subject }) => subject)).toContain('Another wallet is being imported')

    const other = await newVisitor()
    await other.demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await other.askFor(email)
    await other.approveDevice(email)
    await other.typeCode(await mailbox.code(email, used))
    expect(await other.address()).toBe(address)
  })

  test('behavior: every view passes axe in light and dark, and fits, from right to left too', async ({
    browser,
    mailbox,
    stack,
  }) => {
    test.setTimeout(180_000)
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const page = await context.newPage()
    const email = mailbox.address()
    const used = [await openWalletPage({ page, stack, mailbox, email })]
    await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(1)
    await checkWalletPage(page, 'wallet')
    await page.getByRole('button', { name: 'Import a wallet' }).click()
    await page.getByRole('textbox').fill('not a phrase')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByRole('status')).toHaveText('Words 1, 2 are not in the list.')
    await checkWalletPage(page, 'import')
    const key = generatePrivateKey()
    await page.getByRole('textbox').fill(key)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(heading(page, 'Is this your address?')).toBeVisible()
    await checkWalletPage(page, 'confirm')
    await page.getByRole('button', { name: 'Yes, import it' }).click()
    await page.getByRole('textbox', { name: 'Verification code' }).fill(await mailbox.code(email, used))
    await expect(heading(page, 'The wallet was imported')).toBeVisible({ timeout: 20_000 })
    await expect(page.locator('code')).toHaveText(privateKeyToAccount(key).address)
    await checkWalletPage(page, 'imported')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByText('Wallets that you have replaced.')).toBeVisible()
    await checkWalletPage(page, 'replaced')
    await context.close()
  })
})
