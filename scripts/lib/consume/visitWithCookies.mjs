import { expect as playwrightExpect } from '@playwright/test'
import { createEvmWallet } from '@portico/testkit'
import { injectWallet } from '@portico/testkit/playwright'

const expect = playwrightExpect.configure({ timeout: 15_000 })
const visits = 10

/**
 * Two visitors of a page that the server renders from cookies, one of them connected: each gets the own state, whatever
 * is rendered at the same time, and what the server has rendered stays in the browser.
 *
 * @param {{ browser: import('@playwright/test').Browser, url: string }} parameters
 * @returns {Promise<void>}
 */
export async function visitWithCookies({ browser, url }) {
  const context = await browser.newContext()
  context.setDefaultTimeout(15_000)
  try {
    const page = await context.newPage()
    const wallet = createEvmWallet({ chains: [{ chainId: 1 }, { chainId: 8453 }], allowMainnet: true })
    await context.route(
      (target) => target.host !== new URL(url).host,
      (route) => route.abort(),
    )
    await injectWallet({ page, wallet })
    await page.goto(url)
    await page.getByTestId('connect-button').first().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Dev Wallet/ })
      .click()
    await expect(page.getByTestId('address')).toHaveText(wallet.accounts[0])

    const cookies = await context.cookies(url)
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const isMine = async (headers) =>
      (await (await fetch(url, { headers })).text()).includes(wallet.accounts[0])
    const seen = await Promise.all(
      Array.from({ length: visits }, (_, index) => isMine(index % 2 === 0 ? { cookie } : {})),
    )
    expect(seen, 'whether the page shows the account').toEqual(seen.map((_, index) => index % 2 === 0))

    await page.addInitScript(() => {
      const hints = []
      Object.assign(window, { hints })
      const look = () => {
        const text = document.body?.textContent ?? ''
        if (text.includes('Connect a wallet to see your account')) hints.push(text)
      }
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
    })
    await page.reload()
    await expect(page.getByTestId('account-button').first()).toBeVisible()
    await expect(page.getByTestId('address')).toHaveText(wallet.accounts[0])
    expect(await page.evaluate('window.hints'), 'shown as disconnected').toEqual([])
  } finally {
    await context.close()
  }
}
