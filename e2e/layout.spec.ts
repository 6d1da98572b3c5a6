import type { Locator, Page } from '@playwright/test'
import { focused } from './focused.ts'
import { settle } from './settle.ts'
import { expect, test } from './test.ts'

const smallSizes = [
  { name: '320 × 568', viewport: { width: 320, height: 568 } },
  // A window of 1280 × 720 at this zoom.
  { name: 'a zoom of 200 %', viewport: { width: 640, height: 360 } },
]

for (const { name, viewport } of smallSizes) {
  test.describe(`layout, ${name}`, () => {
    test.use({ viewport })

    test('behavior: the checkbox and the buttons of the sign-in are in view at every scroll position', async ({
      page,
      demo,
    }) => {
      await demo.open({ wallets: 'all', options: { legal: true, features: { legalCheckbox: true } } })
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
      const connect = demo.view('Connect Wallet')
      await expect(connect.getByTestId('all-wallets')).toContainText(/\d/)
      const checkbox = connect.getByRole('checkbox')
      await staysInView(connect, checkbox)

      const row = connect.getByRole('button', { name: /^Dev Wallet/ })
      await expect(row).toHaveCSS('opacity', '1')
      const email = connect.getByRole('textbox', { name: 'Email' })
      await email.fill('ada@example.org')
      await email.press('Enter')
      await expect(checkbox).toBeFocused()
      await row.click()
      await expect(checkbox).toBeFocused()
      await expect(checkbox).toHaveAccessibleDescription('Check this box to connect.')
      await expect(connect.getByRole('alert').filter({ hasText: 'Check this box to connect.' })).toHaveCount(
        1,
      )
      await expect(row).toHaveCSS('opacity', '1')
      await staysInView(connect, checkbox)

      // What the keyboard reaches is not hidden behind the checkbox.
      for (let tabs = 0; tabs < 12; tabs++) {
        await page.keyboard.press('Shift+Tab')
        expect.soft(await isCovered(page), await focused(page)).toBe(false)
      }

      await checkbox.check()
      await row.click()
      const choice = demo.dialog.getByTestId('wui-list-chain-eip155')
      const signIn = demo.view('Sign In')
      await expect(choice.or(signIn)).toBeVisible()
      if (await choice.isVisible()) await choice.click()
      await expect(signIn).toBeVisible()
      for (const button of ['Sign', 'Cancel'])
        await staysInView(signIn, signIn.getByRole('button', { name: button, exact: true }))
      // What is signed is seen before anything is scrolled.
      for (const fact of ['Site', 'Account'])
        await expect
          .poll(() => isInReach(signIn.locator('.facts dt', { hasText: fact })), { message: fact })
          .toBe(true)
      await signIn.getByRole('button', { name: 'Sign', exact: true }).click()
      await page.getByTestId('account-button').first().click()
      await demo.view('Account').getByRole('button', { name: 'Receive' }).click()
      const receive = demo.view('Receive')
      await staysInView(receive, receive.getByRole('button', { name: 'Copy address' }))
    })

    test('behavior: the header of the account is whole, and stays so while Tab moves', async ({
      page,
      demo,
    }) => {
      await demo.open({ options: { signIn: 'off' } })
      await demo.connect()
      await demo.openAccount('Tokens')
      await expect(demo.view('Account').getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
      const header = demo.view('Account').locator('.header')
      for (let tabs = 0; tabs < 8; tabs++) {
        await expect(header, await focused(page)).toBeInViewport({ ratio: 0.99 })
        await page.keyboard.press('Tab')
      }
    })

    test('behavior: the reason why an e-mail address is refused is in view', async ({ page, demo }) => {
      await demo.open({ wallets: 'all' })
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
      const connect = demo.view('Connect Wallet')
      await expect(connect.getByTestId('all-wallets')).toContainText(/\d/)
      const email = connect.getByRole('textbox', { name: 'Email' })
      await email.fill('nobody')
      await email.press('Enter')
      await expect(connect.getByRole('alert').filter({ hasText: 'Enter an e-mail' })).toBeInViewport({
        ratio: 1,
      })
    })

    test('behavior: a press without consent moves no wallet, and shows the focus on the checkbox', async ({
      page,
      demo,
    }) => {
      await demo.open({ wallets: 'all', options: { legal: true, features: { legalCheckbox: true } } })
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
      const connect = demo.view('Connect Wallet')
      await expect(connect.getByTestId('all-wallets')).toContainText(/\d/)
      const row = connect.getByRole('button', { name: /^Dev Wallet/ })
      const top = () => row.evaluate((element) => element.getBoundingClientRect().top)
      await row.scrollIntoViewIfNeeded()
      await settle(page)
      const before = await top()
      const box = await row.boundingBox()
      if (!box) throw new Error('The row is not displayed.')
      await page.mouse.click(box.x + box.width / 2, box.y + 8)
      const checkbox = connect.getByRole('checkbox')
      await expect(checkbox).toBeFocused()
      await expect(checkbox).toHaveCSS('outline-style', 'solid')
      await settle(page)
      expect(await top()).toBe(before)
    })
  })
}

test.describe('layout, 320 × 568, with wallets of several namespaces', () => {
  test.use({ viewport: { width: 320, height: 568 } })

  test('behavior: the rows that connect a wallet show their whole text', async ({ page, demo }) => {
    await demo.open({ options: { signIn: 'off' }, wallets: 'all' })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await demo
      .view('Connect Wallet')
      .getByRole('button', { name: /^Sol Wallet/ })
      .click()
    await expect(demo.dialog).toBeHidden()
    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByTestId('wui-wallet-switch').click()
    const rows = demo.view('Your Wallets').getByTestId('add-connection-button')
    await expect(rows).toHaveCount(2)
    for (const row of await rows.all())
      expect(await row.locator('.line').evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0)
  })
})

test.describe('layout, 500 × 400', () => {
  test.use({ viewport: { width: 500, height: 400 } })

  test('behavior: a view opens at its top, and going back returns to where the visitor was', async ({
    page,
    demo,
  }) => {
    await demo.open({ wallets: 'all' })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    const connect = demo.view('Connect Wallet')
    await expect(connect.getByRole('textbox', { name: 'Email' })).toBeVisible()
    const stage = demo.dialog.locator('.stage')
    const scrollTop = () => stage.evaluate((element) => element.scrollTop)
    await stage.evaluate((element) => {
      element.scrollTop = 40
    })
    await expect.poll(scrollTop).toBe(40)

    await connect.getByRole('button', { name: 'Help' }).click()
    const help = demo.view('What is a wallet?')
    await expect(help.getByRole('heading').nth(1)).toBeVisible()
    expect(await stage.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeGreaterThan(40)
    expect(await scrollTop()).toBe(0)

    await help.getByRole('button', { name: 'Back' }).click()
    await expect(connect).toBeVisible()
    await expect.poll(scrollTop).toBe(40)
  })
})

/** Checks that a control is in the visible part of the card, wherever the view is scrolled to. */
async function staysInView(view: Locator, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  const stage = view.locator('.stage')
  for (const share of [0, 0.5, 1]) {
    await stage.evaluate((element, top) => {
      element.scrollTop = top * element.scrollHeight
    }, share)
    await expect.poll(() => isInReach(control), { message: `scrolled to ${share}` }).toBe(true)
  }
  await stage.evaluate((element) => {
    element.scrollTop = 0
  })
}

/** Returns whether the whole control is in the card and in the window, and a press would reach it. */
function isInReach(control: Locator): Promise<boolean> {
  return control.evaluate((element) => {
    const root = element.getRootNode() as ShadowRoot
    const card = root.querySelector('[data-card]')?.getBoundingClientRect()
    const { left, right, top, bottom } = element.getBoundingClientRect()
    if (!card || top < card.top || bottom > Math.min(card.bottom, innerHeight)) return false
    const hit = root.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return hit !== null && (element.contains(hit) || hit.contains(element))
  })
}

/** Returns whether something else is drawn over the middle of the focused control. */
function isCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const root = document.querySelector('dialog[open] > div')?.shadowRoot
    const control = root?.activeElement
    if (!root || !control) return true
    const { left, right, top, bottom } = control.getBoundingClientRect()
    const hit = root.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return hit === null || !(control.contains(hit) || hit.closest('label')?.contains(control))
  })
}
