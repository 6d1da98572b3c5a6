import { callChain } from './callChain.ts'
import { sendEther } from './sendEther.ts'
import { expect, test } from './testWithWallet.ts'

test.describe('several calls of the embedded wallet', () => {
  test('behavior: rejected, then all or none with one approval, which upgrades the account once', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    const { page, demo, frame } = visitor
    const result = page.getByRole('status', { name: 'Result' })
    const sendCalls = page.getByRole('button', { name: 'Send calls' })
    const capabilities = page.getByRole('button', { name: 'Capabilities', exact: true })
    const facts = frame.locator('.facts').first()
    const upgrade = frame.getByText(/^Turns on smart-account features on Local One/)
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    const account = await visitor.logIn(mailbox.address())
    await sendEther(stack, account, 1)
    const read = async (method: string) => callChain(stack, method, [account, 'latest'])
    await capabilities.click()
    await expect(result).toContainText('"atomic":{"status":"ready"}')

    await sendCalls.click()
    await expect(demo.view('Approve Transaction')).toBeVisible()
    await expect(upgrade).toBeVisible()
    await frame.getByRole('button', { name: 'Reject' }).click()
    await expect(result).toHaveText('You declined the request in the wallet. (code 4001)')
    await expect(demo.dialog).toBeHidden()
    expect([await read('eth_getCode'), await read('eth_getTransactionCount')]).toEqual(['0x', '0x0'])

    await sendCalls.click()
    await expect(frame.getByRole('heading', { name: 'Send 0.003 ETH to 2 recipients' })).toBeVisible()
    await expect(facts).toContainText('All of it or nothing')
    for (const text of ['Call 1 of 2', 'Send 0.001 ETH', 'Call 2 of 2', 'Send 0.002 ETH'])
      await expect(facts).toContainText(text)
    await expect(upgrade).toBeVisible()
    await frame.getByRole('button', { name: 'Approve' }).click()
    const sent = 'Sent as one batch, status 200, 1 transaction, all or none.'
    await expect(result).toHaveText(sent)
    await expect(demo.dialog).toBeHidden()
    expect(await read('eth_getCode')).toMatch(/^0xef0100[0-9a-f]{40}$/)
    const left = BigInt((await read('eth_getBalance')) as string)
    expect(left < 997n * 10n ** 15n && left > 99n * 10n ** 16n).toBe(true)

    await capabilities.click()
    await expect(result).toContainText('"atomic":{"status":"supported"}')
    await sendCalls.click()
    await expect(facts).toContainText('Call 2 of 2')
    await expect(upgrade).toHaveCount(0)
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(result).toHaveText(sent)

    // All else is as before.
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(frame.getByRole('heading', { name: 'Sign message' })).toBeVisible()
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(result).toHaveText(/^Signed: 0x[0-9a-f]{130}$/)
    await page.getByRole('button', { name: 'Send transaction' }).click()
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(result).toHaveText(/^Sent: 0x[0-9a-f]{64}$/)
  })
})
