import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { EvmWallet } from '@portico/testkit'
import { connectRandomAccount } from './connectRandomAccount.ts'
import { createViewCheck } from './createViewCheck.ts'
import { tabTo } from './tabTo.ts'
import { createDemo, type Demo, expect, test } from './test.ts'

const options = { features: { names: true } }

/** Returns a random name without vowels, so that it is neither reserved nor taken. */
const newLabel = () => `visitor-${[...randomBytes(10)].map((byte) => 'bdhlmprtvw'[byte % 10]).join('')}`

async function openAccount(page: Page): Promise<void> {
  await page.getByTestId('account-button').first().click()
}

/** Opens the view that registers names, through the settings. */
async function openNames({ page, demo }: { page: Page; demo: Demo }) {
  await openAccount(page)
  await demo.view('Account').getByRole('button', { name: 'Account settings' }).click()
  await demo
    .view('Account Settings')
    .getByRole('button', { name: /^Choose account name/ })
    .click()
  const view = demo.view('Choose Account Name')
  return {
    view,
    field: view.getByRole('textbox', { name: 'Name' }),
    offer: (name: string) => view.getByRole('button', { name: new RegExp(`^${name}\\.portico\\.local`) }),
    status: view.locator('form').getByRole('status'),
  }
}

async function register({ page, demo, label }: { page: Page; demo: Demo; label: string }): Promise<void> {
  const { field, offer } = await openNames({ page, demo })
  await field.fill(label)
  await offer(label).click()
  await expect(demo.view('Account Name Registered')).toBeVisible()
}

test.describe('names', () => {
  test('behavior: a chosen name is signed, registered, and shown for the account, also after a reload', async ({
    page,
    demo,
    stack,
  }) => {
    const wallet = await connectRandomAccount({ page, demo, stack, options })
    const label = newLabel()
    const signed = signedTexts(wallet)
    const { field, offer, status, view } = await openNames({ page, demo })
    await expect(field).toBeFocused()
    await field.fill(label.toUpperCase())
    await expect(offer(label)).toContainText('Available')
    await expect(status).toContainText('5 available')
    await expect(view.getByTestId('account-name-suggestion')).toHaveCount(5)
    await offer(label).click()
    const success = demo.view('Account Name Registered')
    await expect(success).toContainText(`${label}.portico.local`)
    expect(signed()).toEqual([expect.stringContaining(`Register the name ${label}.portico.local\n`)])
    await success.getByRole('button', { name: 'Done' }).click()
    await expect(demo.view('Account')).toContainText(`${label}.portico.local`)

    await page.reload()
    await expect(demo.output('Status')).toHaveText('connected')
    await openAccount(page)
    await expect(demo.view('Account')).toContainText(`${label}.portico.local`)

    // Without the cached name.
    await page.evaluate(() => localStorage.removeItem('@appkit/identity_cache'))
    await page.reload()
    await expect(demo.output('Status')).toHaveText('connected')
    await openAccount(page)
    await expect(demo.view('Account')).toContainText(`${label}.portico.local`)
  })

  test('behavior: a registered name is shown as taken, and others are offered', async ({
    page,
    demo,
    stack,
    browser,
  }) => {
    const label = newLabel()
    const otherPage = await browser.newPage()
    const otherDemo = createDemo(otherPage, stack)
    await connectRandomAccount({ page: otherPage, demo: otherDemo, stack, options })
    await register({ page: otherPage, demo: otherDemo, label })
    await otherPage.close()

    await connectRandomAccount({ page, demo, stack, options })
    const { field, offer, view } = await openNames({ page, demo })
    await field.fill(label)
    await expect(offer(label)).toBeDisabled()
    await expect(offer(label)).toContainText('Taken')
    await expect(offer(`${label}-1`)).toBeEnabled()
    // Enter does not submit a taken name.
    await field.press('Enter')
    await expect(view).toBeVisible()
    await offer(`${label}-1`).click()
    await expect(demo.view('Account Name Registered')).toContainText(`${label}-1.portico.local`)
  })

  test('behavior: the name is registered by somebody else before the signature', async ({
    page,
    demo,
    stack,
    browser,
  }) => {
    const label = newLabel()
    await connectRandomAccount({ page, demo, stack, options })
    const { field, offer, status } = await openNames({ page, demo })
    await field.fill(label)
    await expect(offer(label)).toBeEnabled()

    const otherPage = await browser.newPage()
    const otherDemo = createDemo(otherPage, stack)
    await connectRandomAccount({ page: otherPage, demo: otherDemo, stack, options })
    await register({ page: otherPage, demo: otherDemo, label })
    await otherPage.close()

    await offer(label).click()
    await expect(status).toContainText('Just taken. Choose another name.')
    await expect(offer(label)).toBeDisabled()
  })

  test('behavior: a rejection in the wallet is shown, and nothing changes', async ({ page, demo, stack }) => {
    const wallet = await connectRandomAccount({ page, demo, stack, options })
    const label = newLabel()
    wallet.setPolicy('reject')
    const { field, offer, status } = await openNames({ page, demo })
    await field.fill(label)
    await offer(label).click()
    await expect(status).toHaveText('You declined in Dev Wallet. Nothing has changed.')
    const lookup = await fetch(`${stack.gatewayUrl}/v1/profile/account/${label}.portico.local`)
    expect(lookup.status).toBe(404)
    wallet.setPolicy('approve')
    await offer(label).click()
    await expect(demo.view('Account Name Registered')).toBeVisible()
  })

  test('behavior: an unreachable gateway is reported, before and after the offer', async ({
    page,
    demo,
    stack,
  }) => {
    await connectRandomAccount({ page, demo, stack, options })
    const label = newLabel()
    const { field, offer, status } = await openNames({ page, demo })
    await field.fill(label)
    await expect(offer(label)).toBeEnabled()
    await stack.stop('gateway')
    await offer(label).click()
    await expect(status).toHaveText(`${label}.portico.local could not be registered. Try again.`, {
      timeout: 20_000,
    })
    await field.fill(newLabel())
    await expect(status).toHaveText(/can’t be reached/, { timeout: 20_000 })
    await stack.start('gateway')
    await field.fill(label)
    await offer(label).click()
    await expect(demo.view('Account Name Registered')).toBeVisible()
  })

  test('behavior: by keyboard', async ({ page, demo, stack }) => {
    const { keyboard } = page
    await connectRandomAccount({ page, demo, stack, options })
    const label = newLabel()
    await page.getByTestId('account-button').first().focus()
    await keyboard.press('Enter')
    // A view that loads lazily moves the focus when it arrives: wait for it before pressing Tab.
    await expect(demo.view('Account').locator(':focus')).not.toHaveCount(0)
    await tabTo(page, 'Account settings')
    await keyboard.press('Enter')
    await expect(demo.view('Account Settings').locator(':focus')).not.toHaveCount(0)
    await tabTo(page, /^Choose account name/)
    await keyboard.press('Enter')
    const view = demo.view('Choose Account Name')
    const field = view.getByRole('textbox', { name: 'Name' })
    await expect(field).toBeFocused()
    await keyboard.type(label)
    await expect(view.locator('form').getByRole('status')).toContainText('available')
    await tabTo(page, new RegExp(`^${label}-1\\.`))
    await page.keyboard.press('Shift+Tab')
    await keyboard.press('Enter')
    const success = demo.view('Account Name Registered')
    await expect(success.getByRole('button', { name: 'Done' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(demo.view('Account')).toContainText(`${label}.portico.local`)
    await expect(demo.dialog.locator(':focus')).not.toHaveCount(0)
  })

  for (const { name, ...use } of [
    { name: 'wide', viewport: { width: 1000, height: 900 } },
    { name: 'touch', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ]) {
    test.describe(name, () => {
      test.use(use)

      test(`behavior: passes axe in light and dark, ${name}`, async ({ page, demo, stack }) => {
        test.setTimeout(120_000)
        const wallet = await connectRandomAccount({ page, demo, stack, options })
        const check = createViewCheck({ page, demo, least: name === 'touch' ? 44 : 24 })
        const label = newLabel()
        const { field, offer, status, view } = await openNames({ page, demo })
        await check('Choose Account Name')
        await field.fill('x')
        await expect(view.getByTestId('account-name-suggestion')).not.toHaveCount(0)
        await field.fill('💩')
        await expect(status).toContainText('This name is not available')
        await check('Choose Account Name: nothing')
        await field.fill(label)
        await expect(offer(label)).toBeEnabled()
        await check('Choose Account Name: offers')
        wallet.setPolicy('hang')
        await offer(label).click()
        await expect(status).toContainText('Sign the message in Dev Wallet')
        await check('Choose Account Name: signing')
        for (const request of wallet.pending) request.approve()
        await expect(demo.view('Account Name Registered')).toBeVisible()
        await check('Account Name Registered')
      })
    })
  }
})

/** Records the texts of subsequent signature requests to the wallet. */
function signedTexts(wallet: EvmWallet): () => string[] {
  return () =>
    wallet.requests
      .filter(({ method }) => method === 'personal_sign')
      .map(({ params }) => {
        const [data] = params as [string]
        return Buffer.from(data.slice(2), 'hex').toString('utf8')
      })
}
