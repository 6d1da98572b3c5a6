import { expect as playwrightExpect } from '@playwright/test'
import { createEvmWallet } from '@portico/testkit'
import { injectWallet } from '@portico/testkit/playwright'
import { bundleWallet } from './bundleWallet.mjs'
import { recordFaults } from './recordFaults.mjs'
import { recordHosts } from './recordHosts.mjs'

// A busy machine takes longer than Playwright's five seconds.
const expect = playwrightExpect.configure({ timeout: 15_000 })
const wallets = { eip155: /^Dev Wallet/, solana: /^Sol Wallet/, bip122: /^Bit Wallet/ }

/**
 * Does on the page of an application written for AppKit what its visitor does: connects an installed wallet, signs in where it asks
 * for that, switches the network and disconnects.
 *
 * @param {object} parameters
 * @param {import('@playwright/test').Browser} parameters.browser
 * @param {string} parameters.url
 * @param {boolean} [parameters.dev] whether the page runs in development, where frameworks write hints to the console
 * @param {import('./fixtures.mjs').App} parameters.app
 * @returns {Promise<void>}
 * @throws {Error} if a step fails, the console is not empty, or another host is asked
 */
export async function visitApp({ browser, url, dev = false, app }) {
  const [first, ...others] = app.namespaces
  const [network, other] = app.networks
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 } })
  context.setDefaultTimeout(15_000)
  try {
    const page = await context.newPage()
    const faults = recordFaults({ page, dev })
    const hosts = await recordHosts({ context, url })
    await installWallets({ page, namespaces: app.namespaces })
    const connect = async (namespace) => {
      await page.getByRole('dialog').getByRole('button', { name: wallets[namespace] }).click()
      if (app.signIn) await signIn(page)
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    const address = page.getByTestId('address')
    const expectSession = async () => {
      if (app.signIn)
        await expect(page.getByTestId('session')).toContainText((await address.textContent()) ?? '')
    }

    await page.goto(url)
    // A development server may still be compiling for the first visitor.
    await page.waitForLoadState('networkidle', { timeout: 60_000 })
    expect([...hosts.asked], 'other hosts asked before the visitor acts').toEqual([])
    await page.getByRole('button', { name: /^Open( modal)?$/ }).click()
    await connect(first)
    await expect(address).not.toBeEmpty()
    await expect(page.getByTestId('chain')).toHaveText(network)
    await expectSession()

    await page.getByRole('button', { name: `Switch to ${other}` }).click()
    await expect(page.getByTestId('chain')).toHaveText(other)
    // A session is for one account on one network.
    if (app.signIn) await signIn(page)
    await expectSession()

    for (const namespace of others) {
      await page.getByRole('button', { name: `Connect ${namespace}` }).click()
      await connect(namespace)
      await expect(page.getByRole('button', { name: `${namespace}:` })).toBeVisible()
    }

    await disconnect(page)
    await expect(address).toBeHidden()
    if (app.signIn)
      await expect(page.getByTestId('session').or(page.locator('#account:empty'))).toHaveText(/^(no)?$/)

    expect(faults, 'console').toEqual([])
    expect(hosts.foreign(), 'foreign hosts').toEqual([])
  } finally {
    await context.close()
  }
}

/**
 * Visits the page of an application that connects with a client of its own (`/react-core`): it shows that client's pairing as a QR code.
 *
 * @param {{ browser: import('@playwright/test').Browser, url: string }} parameters
 * @returns {Promise<void>}
 */
export async function visitPairing({ browser, url }) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 } })
  context.setDefaultTimeout(15_000)
  try {
    const page = await context.newPage()
    const faults = recordFaults({ page, dev: false })
    const hosts = await recordHosts({ context, url })
    await page.goto(url)
    await expect(page.getByTestId('chain')).toHaveText('Ethereum')
    await page.getByRole('button', { name: 'Show the QR code' }).click()
    await expect(page.getByRole('dialog').getByRole('img', { name: /QR code/i })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Ask' }).click()
    expect(faults, 'console').toEqual([])
    expect([...hosts.asked], 'other hosts').toEqual([])
  } finally {
    await context.close()
  }
}

async function installWallets({ page, namespaces }) {
  if (namespaces.includes('eip155')) {
    const wallet = createEvmWallet({ chains: [{ chainId: 1 }, { chainId: 8453 }], allowMainnet: true })
    await injectWallet({ page, wallet })
  }
  if (namespaces.includes('solana')) await page.addInitScript({ content: await bundleWallet('solana') })
  if (namespaces.includes('bip122')) await page.addInitScript({ content: await bundleWallet('bitcoin') })
}

async function signIn(page) {
  const view = page.getByRole('dialog', { name: 'Sign In' })
  await view.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** With the application's own button where it has one, otherwise in the account view. */
async function disconnect(page) {
  const leave = page.getByRole('button', { name: 'Leave' })
  if (await leave.isVisible()) return leave.click()
  await page.getByRole('button', { name: 'Open modal' }).click()
  await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Disconnect' }).click()
}
