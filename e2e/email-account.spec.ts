import { callChain } from './callChain.ts'
import { holdApprove } from './holdApprove.ts'
import { openWalletWindow } from './openWalletWindow.ts'
import { sendEther } from './sendEther.ts'
import { expect, test } from './testWithWallet.ts'

const open = { options: { signIn: 'off' }, wallets: 'none' } as const

test.describe('account of the embedded wallet', () => {
  test('behavior: shows tokens, NFTs and activity, with a transaction that was sent; a payment is confirmed once', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    const { page, demo, frame } = visitor
    const asking = new Set<string>()
    page.on('request', (request) => {
      if (/\/v1\/account\/0x\w+\/balance/.test(request.url()))
        asking.add(new URL(request.frame().url()).origin)
    })
    await demo.open(open)
    const address = await visitor.logIn(mailbox.address())
    await expect(demo.dialog).toBeHidden()
    await page.getByTestId('account-button').first().click()
    const account = demo.view('Account')
    const panel = account.getByRole('tabpanel')
    for (const [tab, nothing] of [
      ['NFTs', 'No NFTs'],
      ['Activity', 'No activity'],
      ['Tokens', '0 ETH'],
    ] as const) {
      await account.getByRole('tab', { name: tab }).click()
      await expect(panel).toContainText(nothing)
    }
    await sendEther(stack, address, 1)
    await expect(panel.getByText(/^1 ETH$/)).toBeVisible({ timeout: 30_000 })
    // The wallet reports the balances of its account, with the gateway's icons.
    expect([...asking]).toEqual([new URL(stack.walletUrl).origin])
    await expect(panel.locator('img').first()).toHaveAttribute(
      'src',
      new RegExp(`^${stack.gatewayUrl}/public/getTokenImage/`),
    )
    await account.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Send transaction' }).click()
    await expect(frame.getByRole('heading', { name: 'Transaction', exact: true })).toBeVisible()
    await expect(frame.getByRole('button', { name: 'Approve' })).toBeVisible()
    await expect(frame.locator('.facts').first()).toContainText('0.01')
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('status', { name: 'Result' })).toHaveText(/^Sent: 0x[0-9a-f]{64}$/)
    await expect(demo.dialog).toBeHidden()
    await page.getByTestId('account-button').first().click()
    await account.getByRole('tab', { name: 'Activity' }).click()
    const entries = panel.getByRole('listitem')
    await expect(entries).toHaveCount(2, { timeout: 30_000 })
    await expect(entries.first()).toContainText('0.010 ETH')

    // The wallet's own screen is the preview of a payment: it is confirmed there, and nowhere else.
    const recipient = '0x2222333344445555666677778888999900001111'
    await account.getByRole('button', { name: 'Send', exact: true }).click()
    const form = demo.view('Send')
    await form.getByRole('button', { name: 'Select token' }).last().click()
    await demo
      .view('Select Token')
      .getByRole('button', { name: /^Ether/ })
      .click()
    await form.getByRole('textbox', { name: 'Amount' }).fill('0.015')
    await form.getByRole('textbox', { name: 'To' }).fill(recipient)
    await form.getByRole('button', { name: 'Preview send' }).click()
    await expect(frame.getByRole('heading', { name: 'Send 0.015 ETH' })).toBeVisible()
    await expect(frame.getByText(recipient)).toBeVisible()
    await expect(demo.dialog.getByTestId('details-send')).toHaveCount(0)
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(demo.view('Send Progress').getByText('Confirmed')).toBeVisible()
    const paid = await callChain(stack, 'eth_getBalance', [recipient, 'latest'])
    expect(BigInt(paid as string)).toBe(15n * 10n ** 15n)
  })

  test('behavior: after a network switch, requests are signed for the new network', async ({
    visitor,
    mailbox,
  }) => {
    const { page, demo, frame } = visitor
    await demo.open(open)
    const address = await visitor.logIn(mailbox.address())
    await expect(demo.dialog).toBeHidden()
    await demo.openNetworks()
    await demo
      .view('Choose Network')
      .getByRole('button', { name: /^Local Two/ })
      .click()
    await expect(demo.output('Network')).toContainText('Local Two')
    await expect(demo.output('CAIP address')).toHaveText(`eip155:31338:${address}`)
    await expect(demo.dialog).toBeHidden()
    await page.getByRole('button', { name: 'Sign typed data' }).click()
    await expect(frame.getByRole('heading', { name: 'Sign message' })).toBeVisible()
    const opened = await openWalletWindow(page, frame)
    await expect(opened.locator('body')).toContainText(/Local Two|31338/)
    await holdApprove(opened)
    await expect(page.getByRole('status', { name: 'Result' })).toHaveText(/^Signed: 0x/)
    await page.reload()
    await expect(demo.output('CAIP address')).toHaveText(`eip155:31338:${address}`)
  })

  test('behavior: changing the e-mail address: a code to the old one, a link and a code to the new one, the same wallet', async ({
    visitor,
    newVisitor,
    mailbox,
  }) => {
    const { page, demo, frame } = visitor
    const email = mailbox.address()
    const next = mailbox.address()
    await demo.open(open)
    const address = await visitor.logIn(email)
    await expect(demo.dialog).toBeHidden()
    const usedCodes = [await mailbox.code(email)]
    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Account settings' }).click()
    await demo.view('Account Settings').getByRole('button', { name: email }).click()
    const edit = demo.view('Edit Email')
    await edit.getByRole('textbox', { name: 'New email' }).fill(email)
    await edit.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(edit.getByText('That’s already your e-mail.')).toBeVisible()
    await edit.getByRole('textbox', { name: 'New email' }).fill(next)
    await edit.getByRole('button', { name: 'Continue', exact: true }).click()
    const code = frame.getByRole('textbox', { name: 'Verification code' })
    await expect(frame.getByRole('heading', { name: 'Confirm your current address' })).toBeVisible()
    await code.fill(await mailbox.code(email, usedCodes))
    await expect(frame.getByText(`We sent a link to ${next}.`)).toBeVisible()
    await visitor.approveDevice(next, frame.locator('.digits'))
    await expect(frame.getByText(`We sent a code of six letters and digits to ${next}`)).toBeVisible()
    const used = await mailbox.code(next)
    await code.fill(used)
    await expect(demo.dialog.getByText('Your e-mail address was changed')).toBeVisible()
    await demo.view('Account').getByRole('button', { name: 'Account settings' }).click()
    await expect(demo.view('Account Settings').getByRole('button', { name: next })).toBeVisible()
    await expect
      .poll(async () => (await mailbox.all(email)).map(({ text }) => text).join())
      .toContain('#revert.')

    const otherBrowser = await newVisitor()
    await otherBrowser.demo.open(open)
    await otherBrowser.askFor(next)
    await otherBrowser.approveDevice(next)
    await otherBrowser.typeCode(await mailbox.code(next, [used]))
    expect(await otherBrowser.address()).toBe(address)
  })

  test('behavior: disconnecting in one tab disconnects the other', async ({ visitor, mailbox, page }) => {
    const { demo } = visitor
    await demo.open(open)
    await visitor.logIn(mailbox.address())
    await expect(demo.dialog).toBeHidden()
    const second = await page.context().newPage()
    await second.goto(page.url())
    const status = second.getByRole('group', { name: 'Status', exact: true })
    await expect(status).toHaveText('connected')
    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await expect(status).toHaveText('disconnected')
    await second.reload()
    await expect(status).toHaveText('disconnected')
  })
})
