import type { BrowserContext, Page } from '@playwright/test'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { checkWalletPage } from './checkWalletPage.ts'
import { findViolations } from './createViewCheck.ts'
import { findOverflow } from './findOverflow.ts'
import { openWalletPage } from './openWalletPage.ts'
import type { Stack } from './stack.ts'
import { tabTo } from './tabTo.ts'
import { createVisitor, expect, test } from './testWithWallet.ts'

const sizes = [
  { name: 'wide', viewport: { width: 1000, height: 900 } },
  { name: 'touch', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
]

test.describe('the key on the wallet’s own page', () => {
  test('behavior: a recovery code is made, typed back, and alone opens the wallet in a clean browser', async ({
    page,
    browser,
    mailbox,
    stack,
    faults: _,
  }) => {
    test.setTimeout(120_000)
    const email = mailbox.address()
    await openWalletPage({ page, stack, mailbox, email })
    const address = (await page.locator('code').textContent()) ?? ''
    const code = await makeCode(page, address)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByText('You have a recovery code')).toBeVisible()
    await expect
      .poll(async () => (await mailbox.all(email)).map(({ subject }) => subject))
      .toContain('A recovery code was made')
    const { restored, close } = await openClean(browser, stack)
    await restored.getByRole('button', { name: 'Use a recovery code' }).click()
    const field = restored.getByRole('textbox', { name: 'Recovery code' })
    await field.fill(`${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}`)
    await restored.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(restored.getByText('No wallet has this recovery code')).toBeVisible()
    await field.fill(code.toLowerCase())
    await field.press('Enter')
    await expect(restored.getByText(`This code opens ${address}.`)).toBeVisible()
    const words = await hold(restored, 'Hold to show the twelve words')
    expect(mnemonicToAccount(words).address).toBe(address)
    await expect
      .poll(async () => (await mailbox.all(email)).map(({ subject }) => subject))
      .toContain('Your recovery code was used')
    await close()
  })

  test('behavior: removing the recovery code, or making a new one, ends it', async ({
    page,
    browser,
    mailbox,
    stack,
    faults: _,
  }) => {
    test.setTimeout(120_000)
    const email = mailbox.address()
    await openWalletPage({ page, stack, mailbox, email })
    const address = (await page.locator('code').textContent()) ?? ''
    const first = await makeCode(page, address)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Remove the recovery code' }).click()
    await expect(page.getByText('You have no recovery code')).toBeVisible()
    const { restored, close } = await openClean(browser, stack)
    await restored.getByRole('button', { name: 'Use a recovery code' }).click()
    await restored.getByRole('textbox', { name: 'Recovery code' }).fill(first)
    await restored.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(restored.getByText('No wallet has this recovery code')).toBeVisible()
    await close()
  })

  test('behavior: the words take link and code even in a known browser, a pause, and a held button; by keyboard alone', async ({
    page,
    mailbox,
    stack,
    faults: _,
  }) => {
    test.setTimeout(120_000)
    const email = mailbox.address()
    const used = [await openWalletPage({ page, stack, mailbox, email })]
    const address = (await page.locator('code').textContent()) ?? ''
    await tabTo(page, /^Show my words/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Approve the login' })).toBeVisible()
    await createVisitor({ page, stack, mailbox }).approveDevice(email)
    await expect(page.getByRole('textbox', { name: 'Verification code' })).toBeFocused()
    await page.keyboard.type(await mailbox.code(email, used))
    await expect(page.getByRole('heading', { name: 'Show my words' })).toBeFocused()
    await expect(page.getByText('The words can be shown in')).toBeVisible()
    expect((await mailbox.all(email)).map(({ subject }) => subject)).not.toContain('Your words were shown')
    await expect(page.getByText(`They open ${address}.`)).toBeVisible({ timeout: 20_000 })
    for (const [name, secret] of [
      ['Hold to show the twelve words', 'words'],
      ['Hold to show the private key', 'key'],
    ] as const) {
      await tabTo(page, new RegExp(`^${name}`))
      await page.keyboard.down('Enter')
      const area = page.getByRole('status').filter({ has: page.locator('li, code') })
      await expect(area).toBeVisible()
      const texts = await area.locator('li, code').allTextContents()
      await page.keyboard.up('Enter')
      await expect(area).toHaveCount(0)
      const opened =
        secret === 'words'
          ? mnemonicToAccount(texts.join(' '))
          : privateKeyToAccount(texts[0] as `0x${string}`)
      expect(opened.address).toBe(address)
    }
    await expect
      .poll(async () => (await mailbox.all(email)).map(({ subject }) => subject))
      .toContain('Your words were shown')
  })

  test('behavior: the recovery code of a wallet that an import has replaced still opens it', async ({
    page,
    browser,
    mailbox,
    stack,
    faults: _,
  }) => {
    test.setTimeout(120_000)
    const email = mailbox.address()
    const used = [await openWalletPage({ page, stack, mailbox, email })]
    const old = (await page.locator('code').textContent()) ?? ''
    const code = await makeCode(page, old)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Import a wallet' }).click()
    const key = generatePrivateKey()
    await page.getByRole('textbox', { name: 'Words or private key' }).fill(key)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByRole('button', { name: 'Yes, import it' }).click()
    used.push(await mailbox.code(email, used))
    await page.getByRole('textbox', { name: 'Verification code' }).fill(used.at(-1) ?? '')
    await expect(page.getByRole('heading', { name: 'The wallet was imported' })).toBeVisible({
      timeout: 20_000,
    })
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.locator('code').first()).toHaveText(privateKeyToAccount(key).address)
    await page.getByRole('button', { name: `Show the words or key of ${old}` }).click()
    await createVisitor({ page, stack, mailbox }).approveDevice(email)
    await page.getByRole('textbox', { name: 'Verification code' }).fill(await mailbox.code(email, used))
    await expect(page.getByText(`They open ${old}.`)).toBeVisible({ timeout: 20_000 })
    const words = await hold(page, 'Hold to show the twelve words')
    expect(mnemonicToAccount(words).address).toBe(old)

    const { restored, close } = await openClean(browser, stack)
    await restored.getByRole('button', { name: 'Use a recovery code' }).click()
    await restored.getByRole('textbox', { name: 'Recovery code' }).fill(code)
    await restored.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(restored.getByText(`This code opens ${old}.`)).toBeVisible()
    await close()
  })

  test('behavior: the account settings lead to the wallet’s own page, where the wallet is upgraded', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    const { page, demo } = visitor
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await visitor.logIn(mailbox.address())
    await expect(demo.dialog).toBeHidden()
    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Account settings' }).click()
    const card = demo.view('Account Settings').getByTestId('w3m-wallet-upgrade-card')
    await expect(card).toHaveText(/^Upgrade your wallet/)
    // During its entry animation the view is offset.
    await expect.poll(() => findOverflow(page)).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect.soft(await findViolations(page, colorScheme), colorScheme).toEqual([])
    }
    const opening = page.context().waitForEvent('page')
    await card.click()
    const manage = await opening
    await expect(manage).toHaveURL(`${stack.walletUrl}/manage`)
    expect(await manage.evaluate(() => window.opener)).toBeNull()
  })

  test('error: a new browser with link and code exports nothing, and sees from when it can', async ({
    page,
    visitor,
    mailbox,
    stack,
  }) => {
    test.setTimeout(120_000)
    const email = mailbox.address()
    await visitor.demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await visitor.logIn(email)
    const manage = await page.context().newPage()
    const used = [await mailbox.code(email)]
    used.push(await openWalletPage({ page: manage, stack, mailbox, email, used }))
    const mails = (await mailbox.all(email)).length
    for (const name of ['Make a recovery code', 'Make a backup file', 'Show my words']) {
      await manage.reload()
      await manage.getByRole('button', { name, exact: true }).click()
      await expect(manage.getByText('This browser is new to your wallet')).toBeVisible()
      await expect(manage.getByRole('heading', { name: 'My wallet' })).toBeVisible()
    }
    await expect(manage.locator('.groups, .words')).toHaveCount(0)
    expect(await mailbox.all(email)).toHaveLength(mails)
  })

  for (const { name, ...use } of sizes) {
    test.describe(name, () => {
      test.use(use)
      const least = use.hasTouch ? 44 : 24

      test('behavior: every view of the key passes axe in light and dark, and fits', async ({
        page,
        browser,
        mailbox,
        stack,
        faults: _,
      }) => {
        test.setTimeout(180_000)
        const email = mailbox.address()
        const used = [await openWalletPage({ page, stack, mailbox, email })]
        await expect(page.getByText('You have no recovery code')).toBeVisible()
        await checkWalletPage(page, 'wallet', least)
        await page.getByRole('button', { name: 'Make a recovery code' }).click()
        await expect(page.locator('.groups')).toBeVisible()
        await checkWalletPage(page, 'code', least)
        const code = await readGroups(page)
        await page.getByRole('button', { name: 'I have written it down' }).click()
        await page.getByRole('textbox', { name: 'Recovery code' }).fill('wrong')
        await page.getByRole('button', { name: 'Check the code' }).click()
        await expect(page.getByText('This is not the code that was shown')).toBeVisible()
        await checkWalletPage(page, 'typed back', least)
        await page.getByRole('textbox', { name: 'Recovery code' }).fill(code)
        await page.getByRole('button', { name: 'Check the code' }).click()
        await expect(page.getByText('Your recovery code is complete')).toBeVisible()
        await checkWalletPage(page, 'complete', least)
        await page.getByRole('button', { name: 'Back' }).click()
        await expect(page.getByText('You have a recovery code')).toBeVisible()
        await checkWalletPage(page, 'wallet with a code', least)

        await page.getByRole('button', { name: 'Show my words' }).click()
        await createVisitor({ page, stack, mailbox }).approveDevice(email)
        await page.getByRole('textbox', { name: 'Verification code' }).fill(await mailbox.code(email, used))
        await expect(page.getByText('The words can be shown in')).toBeVisible()
        await checkWalletPage(page, 'pause', least)
        await expect(page.getByText('They open')).toBeVisible({ timeout: 20_000 })
        await checkWalletPage(page, 'export', least)

        const { restored, close } = await openClean(browser, stack, use)
        await checkWalletPage(restored, 'login', least)
        await restored.getByRole('button', { name: 'Use a recovery code' }).click()
        await checkWalletPage(restored, 'recovery', least)
        await close()
      })
    })
  }
})

/** Makes a recovery code on the page of a visitor who is logged in, and types it back. */
async function makeCode(page: Page, address: string): Promise<string> {
  await page.getByRole('button', { name: 'Make a recovery code' }).click()
  const code = await readGroups(page)
  await page.getByRole('button', { name: 'I have written it down' }).click()
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(code)
  await page.getByRole('button', { name: 'Check the code' }).click()
  await expect(page.getByText(`The code opens ${address}. Your recovery code is complete`)).toBeVisible()
  return code
}

async function readGroups(page: Page): Promise<string> {
  const groups = page.getByRole('group', { name: 'Recovery code' }).locator('span')
  await expect(groups).toHaveCount(8)
  return (await groups.allTextContents()).join('-')
}

/** Returns what the page shows while a button is held with the mouse. */
async function hold(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name }).hover()
  await page.mouse.down()
  const texts = await page.getByRole('listitem').allTextContents()
  await page.mouse.up()
  await expect(page.getByRole('listitem')).toHaveCount(0)
  return texts.join(' ')
}

/** Opens the wallet's own page in a clean browser. */
async function openClean(
  browser: { newContext(options?: object): Promise<BrowserContext> },
  stack: Stack,
  options: object = {},
) {
  const context = await browser.newContext(options)
  const restored = await context.newPage()
  await restored.goto(`${stack.walletUrl}/manage`)
  return { restored, close: () => context.close() }
}
