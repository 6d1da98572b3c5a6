import type { Page } from '@playwright/test'
import { checkWalletPage } from './checkWalletPage.ts'
import { choosePerson } from './choosePerson.ts'
import { openWalletPage } from './openWalletPage.ts'
import { readQr } from './readQr.ts'
import { createVisitor, expect, test } from './testWithWallet.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })
/** The section with the list of logins. */
const logins = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('list', { name: 'Logins' }) })
    .last()
const address = (page: Page) => page.locator('.own-address code')

/** Presses a button, and chooses a person in the window of the provider that it opens. */
async function choose(page: Page, button: string, name: RegExp): Promise<void> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: button, exact: true }).click()
  const provider = button.split(' ').at(-1)?.toLowerCase() ?? ''
  await choosePerson(await opening, { name, provider })
}

/** Scans the code on the page and confirms as this person in the app. */
async function confirmInFarcaster(page: Page, person: RegExp): Promise<void> {
  const code = page.getByRole('img', { name: 'QR code to log in with Farcaster' })
  await expect(code).toBeVisible()
  const app = await page.context().newPage()
  await app.goto(await readQr(code))
  await app.getByRole('button', { name: person }).click()
  await app.close()
}

test.describe('logins on the wallet’s own page', () => {
  test('behavior: with an account at a provider it opens, and its only login stays; another one is added, the first removed', async ({
    visitor: { page },
    stack,
  }) => {
    test.setTimeout(180_000)
    await page.goto(`${stack.walletUrl}/manage`)
    await expect(title(page, 'Open my wallet')).toBeVisible()
    await checkWalletPage(page, 'login with providers', 24)
    await choose(page, 'Continue with Google', /^Ada/)
    await expect(title(page, 'My wallet')).toBeVisible()
    const wallet = await address(page).textContent()
    const section = logins(page)
    await expect(section.getByRole('listitem')).toHaveCount(1)
    await expect(section.getByRole('listitem')).toContainText('Google')
    await expect(section).toContainText('This is your only login. Add another one, in case you lose it.')
    await expect(section.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
    await checkWalletPage(page, 'wallet with one login', 24)

    await section.getByRole('button', { name: 'Add GitHub' }).click()
    // First the proof that it is the owner, then the new account.
    await expect(page.getByText('First show that it is you, with Google.')).toBeVisible()
    await checkWalletPage(page, 'window of a provider', 24)
    await choose(page, 'Continue to Google', /^Ada/)
    await expect(page.getByText('Choose the account at GitHub')).toBeVisible()
    await choose(page, 'Continue to GitHub', /^Ada/)
    await expect(page.getByText('GitHub opens your wallet from now on.')).toBeVisible()
    await expect(section.getByRole('listitem')).toHaveCount(2)

    await section.getByRole('button', { name: 'Remove the login with Google' }).click()
    await expect(page.getByText('Remove the login with Google? It does not open')).toBeFocused()
    await page.getByRole('button', { name: 'Yes, remove it' }).click()
    await expect(page.getByText('The login with Google was removed.')).toBeVisible()
    await expect(section.getByRole('listitem')).toHaveCount(1)

    await page.getByRole('button', { name: /^Log out/ }).click()
    await choose(page, 'Continue with GitHub', /^Ada/)
    await expect(address(page)).toHaveText(wallet ?? '')
    await page.getByRole('button', { name: /^Log out/ }).click()
    // Google is another wallet now.
    await choose(page, 'Continue with Google', /^Ada/)
    await expect(title(page, 'My wallet')).toBeVisible()
    await expect(address(page)).not.toHaveText(wallet ?? '')
  })

  test('behavior: an owner with an address adds Farcaster; cancelled and refused logins say so and change nothing', async ({
    page,
    stack,
    mailbox,
  }) => {
    test.setTimeout(180_000)
    const email = mailbox.address()
    const used = [await openWalletPage({ page, stack, mailbox, email })]
    const wallet = await address(page).textContent()
    const section = logins(page)
    await expect(section.getByRole('listitem')).toContainText(email)
    await section.getByRole('button', { name: 'Add Farcaster' }).click()
    await createVisitor({ page, stack, mailbox }).approveDevice(email)
    await page.getByRole('textbox', { name: 'Verification code' }).fill(await mailbox.code(email, used))
    await expect(title(page, 'Log in with Farcaster')).toBeVisible()
    await checkWalletPage(page, 'code of Farcaster', 24)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(section.getByRole('listitem')).toHaveCount(1)

    // The proof of a minute ago is enough.
    await section.getByRole('button', { name: 'Add Farcaster' }).click()
    await confirmInFarcaster(page, /^Ben/)
    await expect(page.getByText('Farcaster opens your wallet from now on.')).toBeVisible()
    await expect(section.getByRole('listitem')).toHaveCount(2)

    await section.getByRole('button', { name: 'Add Discord' }).click()
    const opening = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Continue to Discord' }).click()
    const window = await opening
    await window.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(page.getByText('You cancelled the login at the provider.')).toBeVisible()
    await expect(section.getByRole('listitem')).toHaveCount(2)

    await page.getByRole('button', { name: /^Log out/ }).click()
    await page.getByRole('button', { name: 'Continue with Farcaster' }).click()
    await confirmInFarcaster(page, /^Ben/)
    await expect(title(page, 'My wallet')).toBeVisible()
    await expect(address(page)).toHaveText(wallet ?? '')
  })

  test('behavior: an owner without an address adds one, and logs in with it', async ({
    page,
    stack,
    mailbox,
    newVisitor,
  }) => {
    test.setTimeout(180_000)
    const email = mailbox.address()
    await page.goto(`${stack.walletUrl}/manage`)
    await choose(page, 'Continue with X', /^Cleo/)
    await expect(title(page, 'My wallet')).toBeVisible()
    const wallet = await address(page).textContent()
    await logins(page).getByRole('button', { name: 'Add an e-mail address' }).click()
    await choose(page, 'Continue to X', /^Cleo/)
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await checkWalletPage(page, 'an address to add', 24)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(title(page, 'Approve the login')).toBeVisible()
    await createVisitor({ page, stack, mailbox }).approveDevice(email)
    const code = await mailbox.code(email)
    await page.getByRole('textbox', { name: 'Verification code' }).fill(code)
    await expect(page.getByText('Your e-mail address opens your wallet from now on.')).toBeVisible()
    await expect(logins(page).getByRole('listitem')).toHaveCount(2)

    const other = await newVisitor()
    await openWalletPage({ page: other.page, stack, mailbox, email, used: [code] })
    await expect(address(other.page)).toHaveText(wallet ?? '')
  })
})
