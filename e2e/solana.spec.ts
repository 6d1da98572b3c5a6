import { type Demo, expect, test } from './test.ts'

// Without the gateway: what the page itself knows of the local chain, and sessions proven in the page.
const alone = { networks: ['local-solana'], gateway: false, relay: false }
const visitor = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const counterparty = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'

async function connect(demo: Demo, page: import('@playwright/test').Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await demo
    .view('Connect Wallet')
    .getByRole('button', { name: /^Sol Wallet/ })
    .click()
  await expect(demo.output('Status')).toHaveText('connected')
}

test.describe('Solana', () => {
  test('behavior: connect, sign in, sign, send, another account, reload, disconnect', async ({
    page,
    demo,
    stack,
  }) => {
    await demo.open({ options: { ...alone, signIn: 'required' }, wallets: 'solana' })
    await connect(demo, page)
    await expect(demo.output('Address')).toHaveText(visitor)
    await expect(demo.output('Network')).toContainText('Local Solana')
    await demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(demo.output('Session')).toContainText(visitor)
    await expect(demo.dialog).toBeHidden()
    await expect(demo.output('Balance')).toHaveText(/^[\d.]+ SOL$/)

    const result = page.getByRole('status', { name: 'Result' })
    await page.getByRole('button', { name: 'Read block number' }).click()
    await expect(result).toHaveText(/^Slot \d+$/)
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(result).toHaveText(/^Signed: [1-9A-HJ-NP-Za-km-z]{80,90}$/)
    await page.getByRole('button', { name: 'Sign typed data' }).click()
    await expect(result).toContainText('Ethereum’s')
    const balance = () => ask<{ value: number }>(stack.solanaUrl, 'getBalance', [counterparty])
    const before = await balance()
    await page.getByRole('button', { name: 'Send transaction' }).click()
    await expect(result).toHaveText(/^Sent: [1-9A-HJ-NP-Za-km-z]{80,90}$/)
    await expect.poll(async () => (await balance()).value - before.value).toBe(10_000_000)

    await page.reload()
    await expect(demo.output('Session')).toContainText(visitor)
    await demo.solanaWallet((wallet) => wallet.switchAccount(1))
    await expect(demo.output('Address')).toHaveText(counterparty)
    // Another account is somebody else: it signs for itself, or goes.
    await demo.view('Sign In').getByRole('button', { name: 'Cancel' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await page.reload()
    await expect(demo.output('Status')).toHaveText('disconnected')
  })

  test('behavior: tokens of the chain itself, and the address as a code', async ({ page, demo }) => {
    await demo.open({ options: { ...alone, signIn: 'off' }, wallets: 'solana' })
    await connect(demo, page)
    await page.getByTestId('account-button').first().click()
    const account = demo.view('Account')
    await expect(account.getByRole('tabpanel')).toContainText('SOL')
    await account.getByRole('button', { name: 'Receive' }).click()
    await expect(demo.view('Receive')).toContainText(visitor)
    await expect(demo.view('Receive')).toContainText('Local Solana')
  })

  test('behavior: tokens, NFTs and activity by the gateway; what was sent is among them, a message signs in', async ({
    page,
    demo,
  }) => {
    test.setTimeout(90_000)
    const options = { networks: ['local-solana'], relay: false, signIn: 'required' }
    await demo.open({ options, wallets: 'solana' })
    await connect(demo, page)
    await demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(demo.output('Session')).toContainText(visitor)
    await expect(demo.dialog).toBeHidden()
    await page.getByTestId('account-button').first().click()
    const account = demo.view('Account')
    const panel = account.getByRole('tabpanel')
    for (const token of ['SOL', 'Dev Dollar', 'Pebble'])
      await expect(panel.getByText(token, { exact: false }).first()).toBeVisible()
    await account.getByRole('tab', { name: 'NFTs' }).click()
    await expect(panel.getByText('Arch #1').first()).toBeVisible()
    await account.getByRole('tab', { name: 'Activity' }).click()
    const entries = panel.getByRole('listitem')
    await expect.poll(() => entries.count()).toBeGreaterThan(1)
    const sent = entries.filter({ hasText: /^Sent.*0\.010 SOL/ })
    const before = await sent.count()
    await account.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Send transaction' }).click()
    await expect(page.getByRole('status', { name: 'Result' })).toHaveText(/^Sent: /)
    await page.getByTestId('account-button').first().click()
    await account.getByRole('tab', { name: 'Activity' }).click()
    await expect(sent).toHaveCount(before + 1, { timeout: 30_000 })
    await expect(entries.first()).toContainText('0.010 SOL')
  })

  test('behavior: the network changes with the choice, and the other one is kept over a reload', async ({
    page,
    demo,
  }) => {
    // With the gateway, as the page itself may not ask nodes elsewhere.
    const options = { networks: ['local-solana', 'solana-devnet'], relay: false, signIn: 'off' }
    await demo.open({ options, wallets: 'solana' })
    await connect(demo, page)
    await page.getByRole('button', { name: 'Switch network' }).click()
    await expect(demo.output('Network')).toContainText('Solana Devnet')
    await page.reload()
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(demo.output('Network')).toContainText('Solana Devnet')
  })
})

async function ask<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  return ((await response.json()) as { result: T }).result
}
