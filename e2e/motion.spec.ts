import type { Locator, Page } from '@playwright/test'
import { recordAnnouncements } from './recordAnnouncements.ts'
import { expectCalm, recordMotion, waitForRest } from './recordMotion.ts'
import { expect, test } from './testWithWallet.ts'

/** Delay of the modal's code and of the gateway's responses, as on a fast connection of a phone. */
const latencyMs = 150
/** How long the place of the wallet's frame may be empty. */
const frameMs = 250

const connectButton = (page: Page) => page.getByRole('button', { name: 'Connect Wallet' }).first()

/** Waits until Connect has all that it shows on a first visit. */
async function waitForConnect(connect: Locator): Promise<void> {
  await expect(connect.getByTestId('all-wallets')).toContainText(/\d/)
  await expect(connect.getByTestId('w3m-social-login-widget')).toBeVisible()
}

/** Waits until the card has its height, which is measured again when the font arrives. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await waitForRest(page)
}

test.describe('motion', () => {
  test.beforeEach(async ({ page, stack }) => {
    const delay = async (route: { continue(): Promise<void> }) => {
      await new Promise((resolve) => setTimeout(resolve, latencyMs))
      await route.continue()
    }
    await page.route(/\.js$/, delay)
    await page.route(`${stack.gatewayUrl}/**`, delay)
  })

  test('behavior: opening, the list of all wallets, searching it and going back', async ({ page, demo }) => {
    await demo.open({ options: { signIn: 'off' } })
    const connect = demo.view('Connect Wallet')
    const opened = await recordMotion(page, async () => {
      await connectButton(page).click()
      await waitForConnect(connect)
    })
    expectCalm('open → Connect', opened)

    const list = demo.view('All Wallets')
    const listed = await recordMotion(page, async () => {
      await connect.getByTestId('all-wallets').click()
      await expect(list.getByRole('listitem')).toHaveCount(40)
    })
    expectCalm('Connect → All Wallets', listed)

    const search = list.getByRole('searchbox')
    const before = await search.boundingBox()
    const searched = await recordMotion(page, async () => {
      await search.focus()
      await page.keyboard.type('rainbow')
      await expect(list.getByRole('status').filter({ hasText: /^1 wallet$/ })).toBeAttached()
    })
    // Wallets move to other places in the list; the field above it does not.
    expectCalm('All Wallets → search', { ...searched, shifts: [] })
    expect(searched.heights).toHaveLength(1)
    expect(await search.boundingBox()).toEqual(before)

    const back = await recordMotion(page, async () => {
      await list.getByRole('button', { name: 'Back', exact: true }).click()
      await expect(connect).toBeVisible()
    })
    expectCalm('All Wallets → back', back)
  })

  test('behavior: from a wallet to its request, and on to Sign In', async ({ page, demo }) => {
    await demo.open({ wallet: 'hang' })
    await connectButton(page).click()
    const connect = demo.view('Connect Wallet')
    await waitForConnect(connect)
    await settle(page)
    const asked = await recordMotion(page, async () => {
      await connect.getByRole('button', { name: /^Dev Wallet/ }).click()
      await expect(demo.view('Dev Wallet').getByText('Continue in Dev Wallet')).toBeVisible()
    })
    expectCalm('Connect → Connecting', asked)

    const accepted = await recordMotion(page, async () => {
      await demo.wallet((wallet) => {
        for (const request of wallet.pending) request.approve()
      })
      await expect(demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true })).toBeVisible()
    })
    expectCalm('Connecting → Sign In', accepted)
  })

  test('behavior: signing says that it is done before the modal closes, and is announced once', async ({
    page,
    demo,
  }) => {
    await demo.open()
    await demo.connect()
    const view = demo.view('Sign In')
    await expect(view.getByRole('button', { name: 'Sign', exact: true })).toBeVisible()
    await settle(page)
    const bottom = await view
      .getByText('Signing moves no funds.')
      .evaluate((help) => help.getBoundingClientRect().bottom)
    const top = await view.locator('.facts').evaluate((facts) => facts.getBoundingClientRect().top)
    expect(top - bottom, 'the room for a second line, and no more').toBeLessThan(50)
    const announced = await recordAnnouncements(page)
    const signed = await recordMotion(page, async () => {
      await view.getByRole('button', { name: 'Sign', exact: true }).click()
      await expect(view.getByRole('button', { name: 'Signed in' })).toBeVisible()
      await expect(demo.dialog).toBeHidden()
    })
    expectCalm('Sign In → closed', signed)
    expect(signed.heights).toHaveLength(1)
    expect(await announced()).toEqual(['You are signed in.'])
  })

  test('behavior: a wait is announced after a second, its result at once', async ({ page, demo }) => {
    await demo.open({ wallet: 'hang', options: { signIn: 'off' } })
    await connectButton(page).click()
    await demo
      .view('Connect Wallet')
      .getByRole('button', { name: /^Dev Wallet/ })
      .click()
    await expect(demo.view('Dev Wallet').getByText('Continue in Dev Wallet')).toBeVisible()
    const announced = await recordAnnouncements(page)
    const waiting = 'Continue in Dev Wallet Accept the connection.'
    expect(await announced()).toEqual([])
    await expect.poll(announced).toEqual([waiting])
    await demo.wallet((wallet) => {
      for (const request of wallet.pending) request.reject()
    })
    await expect(demo.view('Dev Wallet').getByText('Not connected')).toBeVisible()
    expect(await announced()).toEqual([waiting, expect.stringContaining('Not connected')])
  })

  test('behavior: the account, its tabs, its settings and its networks', async ({ page, demo }) => {
    await demo.open({ options: { signIn: 'off' } })
    await connectButton(page).click()
    const connect = demo.view('Connect Wallet')
    await waitForConnect(connect)
    await settle(page)
    const connected = await recordMotion(page, async () => {
      await connect.getByRole('button', { name: /^Dev Wallet/ }).click()
      await expect(demo.dialog).toBeHidden()
    })
    expectCalm('Connect → closed', connected)
    const account = demo.view('Account')
    const rows = account.getByRole('tabpanel').getByRole('listitem')
    await expect(page.getByTestId('account-button').first()).toBeVisible()
    const opened = await recordMotion(page, async () => {
      await page.getByTestId('account-button').first().click()
      await expect(rows.first()).toBeVisible()
    })
    expectCalm('closed → Account', opened)

    for (const tab of ['NFTs', 'Activity', 'Tokens']) {
      const selected = await recordMotion(page, async () => {
        await account.getByRole('tab', { name: tab }).click()
        await expect(rows.first()).toBeVisible()
      })
      expectCalm(`Account → ${tab}`, selected)
      expect.soft(selected.heights.at(-1), `${tab}: the tallest height`).toBe(Math.max(...selected.heights))
    }

    const settings = demo.view('Account Settings')
    const set = await recordMotion(page, async () => {
      await account.getByRole('button', { name: 'Account settings' }).click()
      await expect(settings.getByTestId('w3m-account-select-network')).toBeVisible()
    })
    expectCalm('Account → Settings', set)
    const listed = await recordMotion(page, async () => {
      await settings.getByTestId('w3m-account-select-network').click()
      await expect(demo.view('Choose Network').getByRole('listitem').first()).toBeVisible()
    })
    expectCalm('Account → Networks', listed)
    const networks = demo.view('Choose Network')
    const searched = await recordMotion(page, async () => {
      await networks.getByRole('searchbox').focus()
      await page.keyboard.type('no such network')
      await expect(networks.getByText('No networks found')).toBeVisible()
    })
    expectCalm('Networks → search', searched)
    expect(searched.heights).toHaveLength(1)
    for (const view of [settings, account]) {
      const back = await recordMotion(page, async () => {
        await demo.dialog.getByRole('button', { name: 'Back', exact: true }).click()
        await expect(view).toBeVisible()
      })
      expectCalm(view === account ? 'Settings → back' : 'Networks → back', back)
    }
    await expect(rows.first()).toBeVisible()
  })

  test('behavior: from an e-mail address to its code', async ({ page, visitor, mailbox }) => {
    const { demo, frame } = visitor
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    const email = mailbox.address()
    await visitor.logIn(email)
    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await connectButton(page).click()
    const connect = demo.view('Connect Wallet')
    await expect(connect.getByTestId('all-wallets')).toContainText(/\d/)
    await connect.getByRole('textbox', { name: 'Email' }).fill(email)
    const asked = await recordMotion(page, async () => {
      await connect.getByRole('button', { name: 'Continue', exact: true }).click()
      await expect(frame.getByRole('textbox', { name: 'Verification code' })).toBeVisible()
    })
    // The code is asked for in the wallet's frame, another document, which begins to draw once it is asked to.
    const [first = 0, last = 0] = [asked.blank[0], asked.blank.at(-1)]
    expect(last - first).toBeLessThan(frameMs)
    expectCalm('Connect → e-mail code', { ...asked, blank: [] })
    await page.keyboard.type('12')
    await expect(frame.getByRole('textbox', { name: 'Verification code' })).toHaveValue('12')
  })
})
