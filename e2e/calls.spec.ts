import { callChain } from './callChain.ts'
import { findViolations } from './createViewCheck.ts'
import { expect, test } from './test.ts'

/** An account that signs in nowhere else: it delegates to a contract in this test. */
const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const off = { signIn: 'off' }

test.describe('several calls', () => {
  test('behavior: a wallet that can executes them all or none, in one transaction', async ({
    page,
    demo,
    stack,
  }) => {
    await demo.open({ options: off })
    await demo.connect()
    await demo.wallet((wallet) => wallet.switchAccount(1))
    await expect(demo.output('Address')).toHaveText(account)
    try {
      await page.getByRole('button', { name: 'Capabilities', exact: true }).click()
      await expect(page.getByRole('status', { name: 'Result' })).toContainText('"status":"ready"')
      await page.getByRole('button', { name: 'Send calls' }).click()
      await expect(page.getByRole('status', { name: 'Result' })).toHaveText(
        'Sent as one batch, status 200, 1 transaction, all or none.',
      )
      await page.getByRole('button', { name: 'Capabilities', exact: true }).click()
      await expect(page.getByRole('status', { name: 'Result' })).toContainText(
        'eip155:31337: {"atomic":{"status":"supported"}}',
      )
      // The activity says what the transaction of the account to itself did.
      const rows = await demo.openAccount('Activity')
      const batch = rows.filter({ hasText: /Sent.*2 payments/ }).first()
      const calls = batch.getByRole('list', { name: 'What this transaction did' }).getByRole('listitem')
      await expect(calls).toHaveText(['Sent 0.001 ETH to 0x3C…4293BC', 'Sent 0.002 ETH to 0x90…93b906'])
      await expect.poll(() => findViolations(page, 'light')).toEqual([])
      const folder = process.env.SCREENSHOTS
      if (folder) await page.screenshot({ path: `${folder}/batch.png` })
    } finally {
      await callChain(stack, 'anvil_setCode', [account, '0x'])
    }
  })

  test('behavior: a wallet that cannot is asked for each; none follows one that was refused', async ({
    page,
    demo,
  }) => {
    await demo.open({ options: off, wallets: 'all' })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await demo
      .view('Connect Wallet')
      .getByRole('button', { name: /^Polyglot/ })
      .click()
    await demo.dialog.getByTestId('wui-list-chain-eip155').click()
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(demo.dialog).toBeHidden()
    await page.getByRole('button', { name: 'Capabilities', exact: true }).click()
    await expect(page.getByRole('status', { name: 'Result' })).toHaveText('The wallet names no capabilities.')
    await page.getByRole('button', { name: 'Send calls' }).click()
    await expect(page.getByRole('status', { name: 'Result' })).toHaveText(
      'Sent one after the other, status 200, 2 transactions, each on its own.',
    )
    await page.evaluate("devPolyglot.evm.setPolicy('reject')")
    await page.getByRole('button', { name: 'Send calls' }).click()
    await expect(page.getByRole('status', { name: 'Result' })).toHaveText(
      'You declined the request in the wallet. (code 4001)',
    )
  })
})
