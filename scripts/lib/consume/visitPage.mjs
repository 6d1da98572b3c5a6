import { expect as playwrightExpect } from '@playwright/test'
import { createEvmWallet } from '@portico/testkit'
import { injectWallet } from '@portico/testkit/playwright'
import { recordFaults } from './recordFaults.mjs'
import { recordHosts } from './recordHosts.mjs'

// A busy machine takes longer than Playwright's five seconds.
const expect = playwrightExpect.configure({ timeout: 15_000 })

/**
 * Does what a visitor does on the page of a fixture: connects an installed wallet, signs in, reloads, switches the
 * network and disconnects.
 *
 * @param {object} parameters
 * @param {import('@playwright/test').Browser} parameters.browser
 * @param {string} parameters.url
 * @param {boolean} [parameters.dev] whether the page runs in development, where frameworks write hints to the console
 * @returns {Promise<void>}
 * @throws {Error} if a step fails, the console is not empty, or another host is asked
 */
export async function visitPage({ browser, url, dev = false }) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 } })
  context.setDefaultTimeout(15_000)
  try {
    const page = await context.newPage()
    const faults = recordFaults({ page, dev })
    const hosts = await recordHosts({ context, url })
    const wallet = createEvmWallet({ chains: [{ chainId: 1 }, { chainId: 8453 }], allowMainnet: true })
    await injectWallet({ page, wallet })

    await page.goto(url)
    await expect(page.getByTestId('connect-button').first()).toHaveText('Connect Wallet')
    // A development server may still be compiling for the first visitor.
    await page.waitForLoadState('networkidle', { timeout: 60_000 })
    expect([...hosts.asked], 'other hosts asked before the visitor acts').toEqual([])

    await page.getByTestId('connect-button').first().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Dev Wallet/ })
      .click()
    await expect(page.getByTestId('address')).toHaveText(wallet.accounts[0])
    await signIn(page)
    await expect(page.getByTestId('session')).toContainText(wallet.accounts[0])
    await expect(page.getByTestId('chain')).toHaveText('Ethereum')
    await page.waitForFunction(() => {
      const faces = [...document.fonts]
      return faces.length > 0 && faces.every(({ status }) => status !== 'loading')
    })
    const failed = await page.evaluate(
      () => [...document.fonts].filter(({ status }) => status === 'error').length,
    )
    expect(failed, 'fonts that could not be loaded').toBe(0)

    await page.reload()
    await expect(page.getByTestId('address')).toHaveText(wallet.accounts[0])
    await expect(page.getByTestId('session')).toContainText(wallet.accounts[0])
    await expect(page.getByRole('dialog')).toBeHidden()

    await page.getByRole('button', { name: 'Switch to Base' }).click()
    await expect(page.getByTestId('chain')).toHaveText('Base')
    expect(wallet.chainId).toBe(8453)
    // A session is for one account on one network.
    await signIn(page)
    await expect(page.getByTestId('session')).toContainText(wallet.accounts[0])

    await page.getByTestId('account-button').first().click()
    await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByTestId('address')).toBeHidden()
    await expect(page.getByTestId('connect-button').first()).toHaveText('Connect Wallet')

    expect(faults, 'console').toEqual([])
    expect(hosts.foreign(), 'foreign hosts').toEqual([])
  } finally {
    await context.close()
  }
}

async function signIn(page) {
  const view = page.getByRole('dialog', { name: 'Sign In' })
  await view.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}
