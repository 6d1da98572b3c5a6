import { callChain } from './callChain.ts'
import { focused } from './focused.ts'
import { holdApprove } from './holdApprove.ts'
import { openWalletWindow } from './openWalletWindow.ts'
import { sendEther } from './sendEther.ts'
import { tabTo } from './tabTo.ts'
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
    await expect(frame.getByRole('heading', { name: 'Transaction request' })).toBeVisible()
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
    await expect(frame.getByRole('heading', { name: 'Signature request' })).toBeVisible()
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

  test('behavior: by the keyboard alone: the account type changes the capabilities, and features are turned off', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    const { page, demo, frame } = visitor
    const { keyboard } = page
    const result = page.getByRole('status', { name: 'Result' })
    const capabilities = async () => {
      await page.getByRole('button', { name: 'Capabilities', exact: true }).click()
      await expect(result).not.toHaveText('Waiting for the wallet…')
      return result.textContent()
    }
    const press = async (name: string | RegExp) => {
      await tabTo(page, name)
      await keyboard.press('Enter')
    }
    await demo.open(open)
    const account = await visitor.logIn(mailbox.address())
    await sendEther(stack, account, 1)
    await expect(demo.dialog).toBeHidden()
    expect(await capabilities()).toContain('"atomic":{"status":"ready"}')
    await page.getByRole('button', { name: 'Send calls' }).click()
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(result).toContainText('Sent as one batch, status 200')
    await expect(demo.dialog).toBeHidden()

    await page.getByTestId('account-button').first().focus()
    await keyboard.press('Enter')
    await expect(demo.view('Account')).toBeVisible()
    await press('Account settings')
    const settings = demo.view('Account Settings')
    const toggle = settings.getByRole('switch', { name: 'Use as a smart account' })
    await expect(toggle).toBeChecked()
    await expect(async () => {
      await keyboard.press('Tab')
      await expect(toggle).toBeFocused({ timeout: 100 })
    }).toPass()
    await keyboard.press('Space')
    await expect(toggle).not.toBeChecked()
    await keyboard.press('Escape')
    expect(await capabilities()).toBe('The wallet names no capabilities.')
    expect(await demo.output('Address').textContent()).toContain(account)
    // The other way, as an application does it.
    await page.getByRole('button', { name: 'Account type' }).click()
    await expect(result).toHaveText('Preferred: smartAccount. Here: smartAccount, features on.')
    expect(await capabilities()).toContain('"atomic":{"status":"supported"}')

    await page.getByTestId('account-button').first().focus()
    await keyboard.press('Enter')
    await expect(demo.view('Account')).toBeVisible()
    await press('Account settings')
    await expect(settings).toBeVisible()
    await press(/^Smart account settings/)
    const smart = demo.view('Smart Account Settings')
    const network = smart.getByRole('listitem').filter({ hasText: 'Local One' })
    await expect(network).toContainText('On')
    await press('Turn off on Local One')
    await expect(frame.getByRole('button', { name: 'Reject' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(network).toContainText('You declined. Nothing has changed.')
    // The focus is where it was before the wallet asked.
    await expect(network.getByRole('button', { name: 'Turn off on Local One' })).toBeFocused()
    await keyboard.press('Enter')
    const approve = frame.getByRole('button', { name: 'Approve' })
    await expect(frame.getByRole('button', { name: 'Reject' })).toBeFocused()
    await keyboard.press('Tab')
    await expect(approve).toBeFocused()
    await expect(approve).toHaveAttribute('data-armed', '')
    await keyboard.press('Enter')
    await expect(network).toContainText('Turned off')
    await expect(network.getByText('Off', { exact: true })).toBeVisible()
    await expect(network.getByRole('button')).toHaveCount(0)
    await expect(smart.getByRole('status').filter({ hasText: 'Local One: Turned off' })).toHaveCount(1)
    // The button is gone: its row has the focus, and Tab goes on from there.
    await expect.poll(() => focused(page)).toMatch(/^Local OneOff/)
    expect(await callChain(stack, 'eth_getCode', [account, 'latest'])).toBe('0x')
    await keyboard.press('Escape')
    await expect(demo.dialog).toBeHidden()
    expect(await capabilities()).toContain('"atomic":{"status":"ready"}')
  })
})
