import { expect, test } from './test.ts'

const networks = ['local-bitcoin', 'local-signet']
const visitor = 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw'
const ordinals = 'bcrt1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzs92e5zv'
const counterparty = 'bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3'
const onSignet = {
  visitor: 'tb1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelvmc7t8',
  counterparty: 'tb1qddd479298yf4mtzdxwudkd7npj7ln3s52vyrpc',
}
const wallet = /^Bit Wallet/

test.describe('Bitcoin', () => {
  test('behavior: connect, sign in, coin, activity, sign, send, another network, another account, reload, disconnect', async ({
    page,
    demo,
    stack,
  }) => {
    test.setTimeout(120_000)
    await demo.open({ options: { networks, relay: false, signIn: 'required' }, wallets: 'bitcoin' })
    await demo.connect(wallet)
    await expect(demo.output('Address')).toHaveText(visitor)
    await expect(demo.output('Network')).toContainText('Local Bitcoin')
    await demo.signIn()
    await expect(demo.output('Session')).toContainText(visitor)
    await expect(demo.output('Balance')).toHaveText(/^[\d.]+ BTC$/)

    const account = demo.view('Account')
    const entries = await demo.openAccount('Tokens')
    await expect(entries.first()).toContainText(/[\d.]+ BTC/)
    await account.getByRole('tab', { name: 'NFTs' }).click()
    await expect(account.getByRole('tabpanel')).toHaveText(/^Not available in this app/)
    await account.getByRole('tab', { name: 'Activity' }).click()
    await expect.poll(() => entries.count()).toBeGreaterThan(1)
    const sent = entries.filter({ hasText: /^Sent.*0\.0001 BTC/ })
    const before = await sent.count()
    await account.getByRole('button', { name: 'Close' }).click()

    const result = page.getByRole('status', { name: 'Result' })
    await page.getByRole('button', { name: 'Read block number' }).click()
    await expect(result).toHaveText(/^Block \d+$/)
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(result).toHaveText(/^Signed: [A-Za-z\d+/=]{60,}$/)
    const received = async (url: string, address: string) => {
      const response = await fetch(`${url}/address/${address}`)
      const { chain_stats, mempool_stats } = (await response.json()) as Record<
        string,
        { funded_txo_sum: number }
      >
      return (chain_stats?.funded_txo_sum ?? 0) + (mempool_stats?.funded_txo_sum ?? 0)
    }
    const first = await received(stack.esploraUrl, counterparty)
    const second = await received(stack.signetUrl, onSignet.counterparty)
    await page.getByRole('button', { name: 'Send transaction' }).click()
    await expect(result).toHaveText(/^Sent: [\da-f]{64}$/)
    await expect.poll(async () => (await received(stack.esploraUrl, counterparty)) - first).toBe(10_000)
    await demo.openAccount('Activity')
    await expect(sent).toHaveCount(before + 1, { timeout: 30_000 })
    await account.getByRole('button', { name: 'Close' }).click()

    // Another network: the wallet has other addresses there, with their own coins, history and session.
    await demo.chooseNetwork('Local Signet')
    await demo.signIn()
    await expect(demo.output('Network')).toContainText('Local Signet')
    await expect(demo.output('Address')).toHaveText(onSignet.visitor)
    await expect(demo.output('Session')).toContainText(`${onSignet.visitor} on bip122:00000008819873e`)
    await demo.openAccount('Tokens')
    await expect(entries.first()).toContainText(/0\.37\d* tBTC/)
    await account.getByRole('tab', { name: 'Activity' }).click()
    await expect(entries.filter({ hasText: '0.125 tBTC' })).toHaveCount(1)
    await account.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Send transaction' }).click()
    await expect(result).toHaveText(/^Sent: [\da-f]{64}$/)
    await expect
      .poll(async () => (await received(stack.signetUrl, onSignet.counterparty)) - second)
      .toBe(10_000)
    expect((await received(stack.esploraUrl, counterparty)) - first).toBe(10_000)
    await demo.openAccount('Activity')
    await expect(entries.first()).toContainText(/^Sent.*0\.0001\d? tBTC$/, { timeout: 30_000 })

    await page.reload()
    await expect(demo.output('Session')).toContainText(onSignet.visitor)
    await expect(demo.output('Network')).toContainText('Local Signet')
    await demo.bitcoinWallet((own) => own.switchAccount(1))
    await expect(demo.output('Address')).toHaveText(onSignet.counterparty)
    // Another account must sign in itself, or is disconnected.
    await demo.view('Sign In').getByRole('button', { name: 'Cancel' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await page.reload()
    await expect(demo.output('Status')).toHaveText('disconnected')
  })

  test('param: without the gateway, defaultAccountTypes selects the account’s address', async ({
    page,
    demo,
  }) => {
    const alone = { networks, gateway: false, relay: false, signIn: 'required' }
    const options = { ...alone, defaultAccountTypes: { bip122: 'ordinal' } }
    await demo.open({ options, wallets: 'bitcoin' })
    await demo.connect(wallet)
    await expect(demo.output('Address')).toHaveText(ordinals)
    await demo.signIn()
    await expect(demo.output('Session')).toContainText(ordinals)
    await page.reload()
    await expect(demo.output('Address')).toHaveText(ordinals)
    // The native coin, and the address as a QR code.
    const tokens = await demo.openAccount('Tokens')
    await expect(tokens.first()).toContainText('BTC')
    await demo.view('Account').getByRole('button', { name: 'Receive' }).click()
    await expect(demo.view('Receive')).toContainText(ordinals)
  })
})
