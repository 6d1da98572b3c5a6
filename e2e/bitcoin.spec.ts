import { type Demo, expect, test } from './test.ts'

// Without the gateway: what the page itself knows of the local chain, and sessions proven in the page.
const alone = { networks: ['local-bitcoin'], gateway: false, relay: false }
const visitor = 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw'
const ordinals = 'bcrt1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzs92e5zv'
const counterparty = 'bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3'

async function connect(demo: Demo, page: import('@playwright/test').Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await demo
    .view('Connect Wallet')
    .getByRole('button', { name: /^Bit Wallet/ })
    .click()
  await expect(demo.output('Status')).toHaveText('connected')
}

test.describe('Bitcoin', () => {
  test('behavior: connect, sign in, sign, send, another account, reload, disconnect', async ({
    page,
    demo,
    stack,
  }) => {
    await demo.open({ options: { ...alone, signIn: 'required' }, wallets: 'bitcoin' })
    await connect(demo, page)
    await expect(demo.output('Address')).toHaveText(visitor)
    await expect(demo.output('Network')).toContainText('Local Bitcoin')
    await demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(demo.output('Session')).toContainText(visitor)
    await expect(demo.dialog).toBeHidden()
    await expect(demo.output('Balance')).toHaveText(/^[\d.]+ BTC$/)

    const result = page.getByRole('status', { name: 'Result' })
    await page.getByRole('button', { name: 'Read block number' }).click()
    await expect(result).toHaveText(/^Block \d+$/)
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(result).toHaveText(/^Signed: [A-Za-z\d+/=]{60,}$/)
    const received = async () => {
      const response = await fetch(`${stack.esploraUrl}/address/${counterparty}`)
      const { chain_stats, mempool_stats } = (await response.json()) as Record<
        string,
        { funded_txo_sum: number }
      >
      return (chain_stats?.funded_txo_sum ?? 0) + (mempool_stats?.funded_txo_sum ?? 0)
    }
    const before = await received()
    await page.getByRole('button', { name: 'Send transaction' }).click()
    await expect(result).toHaveText(/^Sent: [\da-f]{64}$/)
    await expect.poll(async () => (await received()) - before).toBe(10_000)

    await page.reload()
    await expect(demo.output('Session')).toContainText(visitor)
    await demo.bitcoinWallet((wallet) => wallet.switchAccount(1))
    await expect(demo.output('Address')).toHaveText(counterparty)
    // Another account is somebody else: it signs for itself, or goes.
    await demo.view('Sign In').getByRole('button', { name: 'Cancel' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await page.reload()
    await expect(demo.output('Status')).toHaveText('disconnected')
  })

  test('param: defaultAccountTypes says which of the addresses is the account’s', async ({ page, demo }) => {
    const options = { ...alone, signIn: 'off', defaultAccountTypes: { bip122: 'ordinal' } }
    await demo.open({ options, wallets: 'bitcoin' })
    await connect(demo, page)
    await expect(demo.output('Address')).toHaveText(ordinals)
    await page.reload()
    await expect(demo.output('Address')).toHaveText(ordinals)
  })

  test('behavior: the coin of the chain itself, and the address as a code', async ({ page, demo }) => {
    await demo.open({ options: { ...alone, signIn: 'off' }, wallets: 'bitcoin' })
    await connect(demo, page)
    await page.getByTestId('account-button').first().click()
    const account = demo.view('Account')
    await expect(account.getByRole('tabpanel')).toContainText('BTC')
    await account.getByRole('button', { name: 'Receive' }).click()
    await expect(demo.view('Receive')).toContainText(visitor)
  })

  test('behavior: coin and activity by the gateway, which a message signs in to', async ({ page, demo }) => {
    test.setTimeout(90_000)
    const options = { networks: ['local-bitcoin'], relay: false, signIn: 'required' }
    await demo.open({ options, wallets: 'bitcoin' })
    await connect(demo, page)
    await demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(demo.output('Session')).toContainText(visitor)
    await expect(demo.dialog).toBeHidden()
    await page.getByTestId('account-button').first().click()
    const account = demo.view('Account')
    const panel = account.getByRole('tabpanel')
    await expect(panel.getByRole('listitem').first()).toContainText(/[\d.]+ BTC/)
    await account.getByRole('tab', { name: 'Activity' }).click()
    const entries = panel.getByRole('listitem')
    await expect.poll(() => entries.count()).toBeGreaterThan(1)
    await page.keyboard.press('Escape')
    await expect(demo.dialog).toBeHidden()
    // Built in the page, although balances came from the gateway.
    await page.getByRole('button', { name: 'Send transaction' }).click()
    await expect(page.getByRole('status', { name: 'Result' })).toHaveText(/^Sent: [0-9a-f]{64}/)
  })
})
