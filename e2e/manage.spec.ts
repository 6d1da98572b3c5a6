import type { Page } from '@playwright/test'
import { mnemonicToAccount } from 'viem/accounts'
import { checkWalletPage } from './checkWalletPage.ts'
import { openWalletPage } from './openWalletPage.ts'
import { shownTranslations } from './shownTranslations.ts'
import { tabTo } from './tabTo.ts'
import { createVisitor, expect, test } from './testWithWallet.ts'

const open = { options: { signIn: 'off' }, wallets: 'none' } as const
const sizes = [
  { name: 'wide', viewport: { width: 1000, height: 900 } },
  { name: 'touch', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
]

test.describe('the wallet’s own page', () => {
  test('behavior: opens from the account settings, lists both logins, and says why a new browser can’t end another', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    const { page, demo } = visitor
    const email = mailbox.address()
    await demo.open(open)
    const address = await visitor.logIn(email)
    await expect(demo.dialog).toBeHidden()
    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Account settings' }).click()
    const opening = page.context().waitForEvent('page')
    await demo.view('Account Settings').getByRole('button', { name: 'Open my wallet', exact: true }).click()
    const manage = await opening
    await expect(manage).toHaveURL(`${stack.walletUrl}/manage`)
    expect(await manage.evaluate(() => window.opener)).toBeNull()
    await openWalletPage({ page: manage, stack, mailbox, email, used: [await mailbox.code(email)] })
    await expect(manage.getByText(address)).toBeVisible()
    const devices = manage.getByRole('list', { name: 'Devices' }).getByRole('listitem')
    await expect(devices).toHaveCount(2)
    const host = new URL(stack.url).host
    await manage.getByRole('button', { name: `End the login on ${host}` }).click()
    await manage.getByRole('button', { name: 'Yes, end it' }).click()
    await expect(manage.getByText(/This browser is new to your wallet/)).toBeVisible()
    await expect(devices).toHaveCount(2)

    await manage.reload()
    await expect(manage.getByRole('heading', { name: 'My wallet' })).toBeVisible()
    await manage.getByRole('button', { name: /^Log out/ }).click()
    await expect(manage.getByRole('status')).toHaveText('You are logged out.')
    await manage.reload()
    await expect(manage.getByRole('heading', { name: 'Open my wallet' })).toBeVisible()
    await expect(demo.output('Status')).toHaveText('connected')
  })

  test('behavior: the browser that founded the wallet ends another one at once', async ({
    visitor,
    newVisitor,
    mailbox,
    stack,
  }) => {
    const email = mailbox.address()
    const { page } = visitor
    await page.goto(`${stack.walletUrl}/manage`)
    const used = [await openWalletPage({ page, stack, mailbox, email })]
    const other = await newVisitor()
    await other.demo.open(open)
    await other.askFor(email)
    await other.approveDevice(email)
    await other.typeCode(await mailbox.code(email, used))
    await other.address()
    await page.reload()
    await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(2)
    const host = new URL(stack.url).host
    await page.getByRole('button', { name: `End the login on ${host}` }).click()
    await page.getByRole('button', { name: 'Yes, end it' }).click()
    await expect(page.getByText(`The login on ${host} is over.`)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(1)
    await other.page.reload()
    await other.page.getByRole('button', { name: 'Sign message' }).click()
    await expect(other.demo.output('Status')).toHaveText('disconnected')
    await page.getByRole('button', { name: 'Let a new browser in' }).click()
    await expect(page.getByText(/^Until .*, a new browser gets a link for your address\.$/)).toBeVisible()

    // In another language, each heading is a translation that was read, or English.
    const headings = page.locator('h2')
    const english = await headings.allTextContents()
    await page.locator('#language').selectOption('ja')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    const expected = english.map((text) => shownTranslations('ja', text))
    await expect
      .poll(async () => {
        const shown = await headings.allTextContents()
        return expected.map((texts, index) => texts.find((text) => text === shown[index]))
      })
      .not.toContain(undefined)
    expect(await headings.allTextContents()).not.toEqual(english)
  })

  test('behavior: a backup file is made, checked, and opened in a clean browser without any server', async ({
    page,
    browser,
    mailbox,
    stack,
    faults: _,
  }) => {
    test.setTimeout(120_000)
    const password = 'correct horse battery staple'
    await page.goto(`${stack.walletUrl}/manage`)
    await openWalletPage({ page, stack, mailbox, email: mailbox.address() })
    const address = (await page.locator('code').textContent()) ?? ''
    await expect(page.getByText('No backup has been checked')).toBeVisible()
    await page.getByRole('button', { name: 'Make a backup file' }).click()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Password again').fill(password)
    await checkWalletPage(page, 'backup', 24)
    const downloading = page.waitForEvent('download', { timeout: 60_000 })
    await page.getByRole('button', { name: 'Save the file' }).click()
    const file = await (await downloading).path()
    await page.getByLabel('Saved file').setInputFiles(file)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByText(`The file opens ${address}. Your backup is complete.`)).toBeVisible({
      timeout: 60_000,
    })
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByText('A backup was last checked in this browser')).toBeVisible()

    const clean = await browser.newContext()
    const restored = await clean.newPage()
    const foreign: string[] = []
    restored.on('request', (request) => {
      if (new URL(request.url()).origin !== stack.walletUrl) foreign.push(request.url())
    })
    await restored.goto(`${stack.walletUrl}/manage`)
    await restored.getByRole('button', { name: 'Open a backup file' }).click()
    await restored.getByLabel('Saved file').setInputFiles(file)
    await restored.getByLabel('Password').fill(password)
    await restored.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(restored.getByText(`This file opens ${address}.`)).toBeVisible({ timeout: 60_000 })
    await checkWalletPage(restored, 'restored', 24)
    await restored.getByRole('button', { name: 'Hold to show' }).hover({ timeout: 20_000 })
    await restored.mouse.down()
    const words = await restored.getByRole('listitem').allTextContents()
    await restored.mouse.up()
    await expect(restored.getByRole('listitem')).toHaveCount(0)
    expect(words).toHaveLength(12)
    expect(mnemonicToAccount(words.join(' ')).address).toBe(address)
    expect(foreign).toEqual([])
    await clean.close()
  })

  test('behavior: works by keyboard alone', async ({ page, mailbox, stack, faults: _ }) => {
    const email = mailbox.address()
    await page.goto(`${stack.walletUrl}/manage`)
    await expect(page.getByRole('heading', { name: 'Open my wallet' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await createVisitor({ page, stack, mailbox }).approveDevice(email)
    await expect(page.getByRole('textbox', { name: 'Verification code' })).toBeFocused()
    await page.keyboard.type(await mailbox.code(email))
    await expect(page.getByRole('heading', { name: 'My wallet' })).toBeFocused()
    await tabTo(page, /^Log out/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Open my wallet' })).toBeFocused()
  })

  for (const { name, ...use } of sizes) {
    test.describe(name, () => {
      test.use(use)
      const least = use.hasTouch ? 44 : 24

      test('behavior: every view passes axe in light and dark, and fits', async ({
        page,
        mailbox,
        stack,
        faults: _,
      }) => {
        test.setTimeout(180_000)
        const email = mailbox.address()
        await page.goto(`${stack.walletUrl}/manage`)
        await page.getByRole('textbox', { name: 'Email' }).fill('nobody')
        await page.getByRole('button', { name: 'Continue', exact: true }).click()
        await expect(page.getByRole('status')).toHaveText(/^Enter an e-mail address/)
        await checkWalletPage(page, 'login', least)
        await askFor(page, email)
        await checkWalletPage(page, 'link', least)
        await createVisitor({ page, stack, mailbox }).approveDevice(email)
        await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
        await checkWalletPage(page, 'code', least)
        await page.getByRole('textbox', { name: 'Verification code' }).fill(await mailbox.code(email))
        await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(1)
        await checkWalletPage(page, 'wallet', least)
      })

      test('behavior: changing the address passes axe in light and dark, and fits', async ({
        page,
        mailbox,
        stack,
        faults: _,
      }) => {
        test.setTimeout(180_000)
        const [email, next] = [mailbox.address(), mailbox.address()]
        await page.goto(`${stack.walletUrl}/manage`)
        const used = [await openWalletPage({ page, stack, mailbox, email })]
        await page.getByRole('button', { name: 'Change the address' }).click()
        const field = page.getByRole('textbox', { name: 'New email' })
        await field.fill('nobody')
        await page.getByRole('button', { name: 'Continue', exact: true }).click()
        await expect(page.getByRole('status')).toHaveText(/^Enter an e-mail address/)
        await checkWalletPage(page, 'new address', least)
        await field.fill(next)
        await page.keyboard.press('Enter')
        const code = page.getByRole('textbox', { name: 'Verification code' })
        await expect(page.getByRole('heading', { name: 'Confirm your current address' })).toBeVisible()
        await checkWalletPage(page, 'code of the current address', least)
        await code.fill(await mailbox.code(email, used))
        await expect(page.getByText(`We sent a link to ${next}`)).toBeVisible()
        await checkWalletPage(page, 'link to the new address', least)
        await createVisitor({ page, stack, mailbox }).approveDevice(next, page.locator('.digits'))
        await expect(page.getByText(`We sent a code of six letters and digits to ${next}`)).toBeVisible()
        await code.fill(await mailbox.code(next))
        await expect(page.getByRole('heading', { name: 'Your address was changed' })).toBeVisible()
        await checkWalletPage(page, 'changed', least)
        await page.getByRole('button', { name: 'Back to my wallet' }).click()
        await expect(page.getByRole('list', { name: 'Logins' }).getByText(next)).toBeVisible()
        await page.reload()
        await expect(page.getByRole('list', { name: 'Logins' }).getByText(next)).toBeVisible()
      })
    })
  }
})

async function askFor(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Approve the login' })).toBeVisible()
}
