import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type { BitcoinWallet, EvmWallet, SolanaWallet } from '@portico/testkit'
import { type Stack, startStack } from './stack.ts'

export interface OpenParameters {
  /** Value of the `options` query parameter. */
  options?: Record<string, unknown>
  wallets?: 'none' | 'evm' | 'solana' | 'bitcoin' | 'all'
  wallet?: 'approve' | 'reject' | 'hang' | 'ask'
}

/** The demo in a visitor's browser. */
export interface Demo {
  open(parameters?: OpenParameters): Promise<void>
  /** Opens the modal, chooses a wallet (default: Dev Wallet), and waits until the page shows the address. */
  connect(wallet?: RegExp): Promise<void>
  /** Signs in when the modal asks for it, and waits until the modal is closed. */
  signIn(): Promise<void>
  /** Opens the network list with the page's button. */
  openNetworks(): Promise<void>
  /** Opens the network list and chooses a network by its full name. */
  chooseNetwork(name: string): Promise<void>
  /** Opens a tab of the account with the page's button; returns the rows of the tab. */
  openAccount(tab: 'Tokens' | 'NFTs' | 'Activity'): Promise<Locator>
  /** The modal, in any view. */
  dialog: Locator
  /** The modal with this heading. */
  view(name: string | RegExp): Locator
  /** An output of the page by name, such as "Address". */
  output(name: string): Locator
  /** Runs a function with the test wallet in the page. */
  wallet<T>(act: (wallet: EvmWallet) => T): Promise<Awaited<T>>
  solanaWallet<T>(act: (wallet: SolanaWallet) => T): Promise<Awaited<T>>
  bitcoinWallet<T>(act: (wallet: BitcoinWallet) => T): Promise<Awaited<T>>
}

/** Collects page errors and policy violations, which fail the test at its end. */
async function collectFaults(page: Page) {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (/Content Security Policy|TrustedHTML|hydrat|Warning:/i.test(text)) faults.push(`console: ${text}`)
  })
  return faults
}

// All fixtures with worker scope are defined here, also those that only some specs use: Playwright starts a new worker,
// with all its servers, for a spec whose worker fixtures differ.
export const test = base.extend<
  { demo: Demo; faults: string[] },
  { isolation: string; stack: Stack; companion: string; embedded: undefined }
>({
  /** Specs that set the same name share servers that no other spec uses: what they do stays with an account for good. */
  isolation: ['', { scope: 'worker', option: true }],
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const stack = await startStack()
      await use(stack)
      await stack.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** Starts the companion wallet's server. */
  companion: [
    async ({ stack }, use) => {
      await stack.start('companion')
      await use(stack.companionUrl)
    },
    { scope: 'worker' },
  ],
  /** Starts the embedded wallet's servers. */
  embedded: [
    async ({ stack }, use) => {
      await stack.start('vault')
      await stack.start('wallet')
      await use(undefined)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  faults: async ({ page }, use) => {
    const faults = await collectFaults(page)
    await use(faults)
    expect(faults).toEqual([])
  },
  demo: async ({ page, stack, faults: _ }, use) => {
    await use(createDemo(page, stack))
  },
})

export function createDemo(page: Page, stack: Stack): Demo {
  const dialog = page.getByRole('dialog')
  const demo: Demo = {
    dialog,
    async open({ options = {}, wallets, wallet } = {}) {
      const query = new URLSearchParams({ options: JSON.stringify(options) })
      query.set('wallets', wallets ?? 'evm')
      if (wallet) query.set('wallet', wallet)
      await page.goto(`${stack.url}/?${query}`)
    },
    async connect(wallet = /^Dev Wallet/) {
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
      await demo.view('Connect Wallet').getByRole('button', { name: wallet }).click()
      await expect(demo.output('Status')).toHaveText('connected')
      // The account button is wider than the one it replaces and moves its neighbours, which a click could then miss.
      await expect(page.getByTestId('account-button').first()).toBeVisible()
    },
    async signIn() {
      await demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true }).click()
      await expect(dialog).toBeHidden()
    },
    async openNetworks() {
      await page.getByTestId('w3m-network-button').first().click()
    },
    async chooseNetwork(name) {
      await demo.openNetworks()
      await demo.view('Choose Network').getByTestId(`w3m-network-switch-${name}`).click()
    },
    async openAccount(tab) {
      await page.getByTestId('account-button').first().click()
      const account = demo.view('Account')
      await account.getByRole('tab', { name: tab }).click()
      return account.getByRole('tabpanel').getByRole('listitem')
    },
    view: (name) => page.getByRole('dialog', { name, exact: typeof name === 'string' }),
    output: (name) => page.getByRole('group', { name, exact: true }),
    wallet: (act) => page.evaluate(`(${act})(window.devWallet)`) as never,
    solanaWallet: (act) => page.evaluate(`(${act})(window.devSolanaWallet)`) as never,
    bitcoinWallet: (act) => page.evaluate(`(${act})(window.devBitcoinWallet)`) as never,
  }
  return demo
}

export { expect }
