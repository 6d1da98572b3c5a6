import { expect, test } from './test.ts'

const networks = ['local-solana', 'local-solana-two']
const visitor = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const counterparty = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'
const wallet = /^Sol Wallet/

test.describe('Solana', () => {
  test('behavior: connect, sign in, tokens, NFTs, activity, sign, send, another network, another account, reload, disconnect', async ({
    page,
    demo,
    stack,
  }) => {
    test.setTimeout(120_000)
    await demo.open({ options: { networks, relay: false, signIn: 'required' }, wallets: 'solana' })
    await demo.connect(wallet)
    await expect(demo.output('Address')).toHaveText(visitor)
    await expect(demo.output('Network')).toContainText('Local Solana (')
    await demo.signIn()
    await expect(demo.output('Session')).toContainText(visitor)
    await expect(demo.output('Balance')).toHaveText(/^[\d.]+ SOL$/)

    const account = demo.view('Account')
    const panel = account.getByRole('tabpanel')
    const entries = await demo.openAccount('Tokens')
    for (const token of ['SOL', 'Dev Dollar', 'Pebble'])
      await expect(panel.getByText(token, { exact: false }).first()).toBeVisible()
    await account.getByRole('tab', { name: 'NFTs' }).click()
    await expect(panel.getByText('Arch #1').first()).toBeVisible()
    await account.getByRole('tab', { name: 'Activity' }).click()
    await expect.poll(() => entries.count()).toBeGreaterThan(1)
    const sent = entries.filter({ hasText: /^Sent.*0\.010 SOL/ })
    const before = await sent.count()
    await account.getByRole('button', { name: 'Close' }).click()

    const result = page.getByRole('status', { name: 'Result' })
    await page.getByRole('button', { name: 'Read block number' }).click()
    await expect(result).toHaveText(/^Slot \d+$/)
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(result).toHaveText(/^Signed: [1-9A-HJ-NP-Za-km-z]{80,90}$/)
    await page.getByRole('button', { name: 'Sign typed data' }).click()
    await expect(result).toContainText('Typed data (EIP-712) exists on Ethereum only.')
    const received = async (url: string) =>
      (await ask<{ value: number }>(url, 'getBalance', [counterparty])).value
    const [first, second] = [await received(stack.solanaUrl), await received(stack.solanaTwoUrl)]
    await page.getByRole('button', { name: 'Send transaction' }).click()
    await expect(result).toHaveText(/^Sent: [1-9A-HJ-NP-Za-km-z]{80,90}$/)
    await expect.poll(async () => (await received(stack.solanaUrl)) - first).toBe(10_000_000)
    await demo.openAccount('Activity')
    await expect(sent).toHaveCount(before + 1, { timeout: 30_000 })
    await expect(entries.first()).toContainText('0.010 SOL')
    await account.getByRole('button', { name: 'Close' }).click()

    // Another network has its own coins, history and session, and transactions are sent only there.
    await demo.chooseNetwork('Local Solana Two')
    await demo.signIn()
    await expect(demo.output('Network')).toContainText('Local Solana Two')
    await expect(demo.output('Session')).toContainText(`${visitor} on solana:Arqwko`)
    await demo.openAccount('Tokens')
    await expect(entries).toHaveCount(1)
    await expect(entries.first()).toContainText(/10\.\d+ SOL/)
    await account.getByRole('tab', { name: 'Activity' }).click()
    await expect(entries.filter({ hasText: '1.600 SOL' })).toHaveCount(1)
    await account.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Send transaction' }).click()
    await expect(result).toHaveText(/^Sent: [1-9A-HJ-NP-Za-km-z]{80,90}$/)
    await expect.poll(async () => (await received(stack.solanaTwoUrl)) - second).toBe(10_000_000)
    expect((await received(stack.solanaUrl)) - first).toBe(10_000_000)
    await demo.openAccount('Activity')
    await expect(entries.first()).toContainText('0.010 SOL', { timeout: 30_000 })

    await page.reload()
    await expect(demo.output('Session')).toContainText(visitor)
    await expect(demo.output('Network')).toContainText('Local Solana Two')
    await demo.solanaWallet((own) => own.switchAccount(1))
    await expect(demo.output('Address')).toHaveText(counterparty)
    // Another account must sign in itself, or is disconnected.
    await demo.view('Sign In').getByRole('button', { name: 'Cancel' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await page.reload()
    await expect(demo.output('Status')).toHaveText('disconnected')
  })

  test('behavior: without the gateway: tokens from the node, the address as a QR code, a session stored in the page', async ({
    demo,
  }) => {
    const options = { networks, gateway: false, relay: false, signIn: 'required' }
    await demo.open({ options, wallets: 'solana' })
    await demo.connect(wallet)
    await demo.signIn()
    await expect(demo.output('Session')).toContainText(visitor)
    const tokens = await demo.openAccount('Tokens')
    await expect(tokens.first()).toContainText('SOL')
    await demo.view('Account').getByRole('button', { name: 'Receive' }).click()
    await expect(demo.view('Receive')).toContainText(visitor)
    await demo
      .view('Receive')
      .getByRole('button', { name: /^Compatible networks/ })
      .click()
    await expect(demo.view('Compatible Networks')).toContainText('Local Solana')
  })
})

async function ask<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  return ((await response.json()) as { result: T }).result
}
