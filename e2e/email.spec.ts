import { expect, test } from './testWithWallet.ts'

test.describe('login by e-mail', () => {
  test('behavior: log in, log out and in again, and from another browser: one wallet', async ({
    visitor,
    newVisitor,
    mailbox,
  }) => {
    const email = mailbox.address()
    const { demo, page } = visitor
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    const address = await visitor.logIn(email)
    await expect(demo.dialog).toBeHidden()

    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')

    // The next visit starts with the way used last, of which no address is stored.
    const usedCodes = [await mailbox.code(email)]
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(email)
    await demo.open({ options: { signIn: 'off' }, wallets: 'evm' })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await expect(demo.dialog.getByRole('textbox', { name: 'Email' })).toBeFocused()
    await expect(demo.dialog.getByRole('button', { name: /^Dev Wallet/ })).toBeVisible()
    await page.keyboard.press('Escape')

    // A known browser needs no link.
    await visitor.askFor(email)
    await visitor.typeCode(await mailbox.code(email, usedCodes))
    expect(await visitor.address()).toBe(address)
    usedCodes.push(await mailbox.code(email, usedCodes).catch(() => ''))

    const otherBrowser = await newVisitor()
    await otherBrowser.demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await otherBrowser.askFor(email)
    await expect(otherBrowser.demo.view('Register Device')).toBeVisible()
    await otherBrowser.approveDevice(email)
    await otherBrowser.typeCode(await mailbox.code(email, usedCodes))
    expect(await otherBrowser.address()).toBe(address)
  })

  test('behavior: after a reload it signs without a new code', async ({ visitor, mailbox }) => {
    const { demo, page, frame } = visitor
    const logged: string[] = []
    page.on('console', (entry) => entry.text().startsWith('[Portico wallet]') && logged.push(entry.text()))
    await demo.open({ options: { signIn: 'off', logLevel: 'debug' }, wallets: 'none' })
    const email = mailbox.address()
    const address = await visitor.logIn(email)
    const mails = (await mailbox.all(email)).length
    await page.reload()
    expect(await visitor.address()).toBe(address)
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(demo.view('Approve Transaction')).toBeVisible()
    await expect(frame.getByRole('heading', { name: 'Signature request' })).toBeVisible()
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('status', { name: 'Result' })).toHaveText(/^Signed: 0x[0-9a-f]{130}$/)
    await expect(demo.dialog).toBeHidden()
    expect((await mailbox.all(email)).length).toBe(mails)
    // With this level the wallet logs what it was asked, and nothing about the visitor.
    expect(logged).toContain('[Portico wallet] RPC_REQUEST_SUCCESS')
    expect(logged.join()).not.toContain(email)
  })

  test('behavior: another kit lists the wallet, which logs in, signs and is restored in a modal of its own', async ({
    visitor,
    mailbox,
  }) => {
    const { demo, page, frame } = visitor
    await demo.open({ options: { signIn: 'off', announceEmbedded: true }, wallets: 'none' })
    // The demo's kit knows it only by its announcement.
    const choose = async () => {
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
      await demo
        .view('Connect Wallet')
        .getByRole('button', { name: /^E-mail wallet/ })
        .click()
      await expect(demo.view('E-mail wallet')).toBeVisible()
    }
    await choose()
    const own = demo.view('Connect Wallet')
    await expect(own.getByRole('textbox', { name: 'Email' })).toBeFocused()
    await expect(own.getByRole('listitem')).toHaveCount(0)
    await expect(page.locator('iframe')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(demo.view('E-mail wallet').getByRole('button', { name: 'Try again' })).toBeVisible()
    await demo.view('E-mail wallet').getByRole('button', { name: 'Try again' }).click()

    const email = mailbox.address()
    await own.getByRole('textbox', { name: 'Email' }).fill(email)
    await own.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(demo.view('Register Device')).toBeVisible()
    await visitor.approveDevice(email)
    await visitor.typeCode(await mailbox.code(email))
    const address = await visitor.address()
    // Both kits have a modal, and one may still be closing.
    await expect(demo.dialog).toHaveCount(0)
    await expect(demo.output('Connected wallet')).toHaveText('E-mail wallet')

    await page.reload()
    expect(await visitor.address()).toBe(address)
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(demo.view('Approve Transaction')).toBeVisible()
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('status', { name: 'Result' })).toHaveText(/^Signed: 0x[0-9a-f]{130}$/)
    await expect(demo.dialog).toBeHidden()
  })

  for (const gateway of [true, false])
    test(`behavior: typing the code signs in as well, ${gateway ? 'at the gateway' : 'in the page'}`, async ({
      visitor,
      mailbox,
    }) => {
      const { demo, page, frame } = visitor
      const email = mailbox.address()
      await demo.open({ options: { signIn: 'required', gateway }, wallets: 'none' })
      await visitor.askFor(email)
      await visitor.approveDevice(email)
      await expect(demo.view('Confirm Email')).toBeVisible()
      const host = new URL(page.url()).host
      await expect(frame.getByText(`Enter the code to log in and sign in to ${host}.`)).toBeVisible()
      // Whatever the modal shows from now on, it must not be a second question.
      const asked: string[] = []
      await page.exposeFunction('reportView', (name: string) => asked.push(name))
      await page.evaluate(() => {
        const root = document.querySelector('dialog > div')?.shadowRoot as ShadowRoot
        const report = () =>
          (window as never as { reportView(name: string): void }).reportView(root.textContent ?? '')
        report()
        new MutationObserver(report).observe(root, { childList: true, subtree: true, characterData: true })
      })
      await visitor.typeCode(await mailbox.code(email))
      await expect(demo.output('Session')).toContainText('eip155:31337')
      await expect(demo.dialog).toBeHidden()
      expect(asked.length).toBeGreaterThan(0)
      expect(asked.filter((text) => /Sign In|Approve Transaction/.test(text))).toEqual([])
      await page.reload()
      await visitor.address()
      await expect(demo.output('Session')).toContainText('eip155:31337')
      await expect(demo.dialog).toBeHidden()
    })

  test('behavior: a resumed session is asked to sign in, with the message shown in the frame', async ({
    visitor,
    mailbox,
  }) => {
    const { demo, page, frame } = visitor
    const email = mailbox.address()
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await visitor.askFor(email)
    await visitor.approveDevice(email)
    await expect(frame.getByText(`Enter the code to log in to ${new URL(page.url()).host}.`)).toBeVisible()
    await visitor.typeCode(await mailbox.code(email))
    await visitor.address()
    await demo.open({ options: { signIn: 'required' }, wallets: 'none' })
    await demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(demo.view('Approve Transaction')).toBeVisible()
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(demo.output('Session')).toContainText('eip155:31337')
    await expect(demo.dialog).toBeHidden()
  })

  test('behavior: rejecting a request and closing the modal both reject it', async ({ visitor, mailbox }) => {
    const { demo, page, frame } = visitor
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await visitor.logIn(mailbox.address())
    const result = page.getByRole('status', { name: 'Result' })
    await page.getByRole('button', { name: 'Sign message' }).click()
    await frame.getByRole('button', { name: 'Reject' }).click()
    await expect(result).toContainText('4001')
    await expect(demo.dialog).toBeHidden()
    await page.getByRole('button', { name: 'Sign typed data' }).click()
    await expect(demo.view('Approve Transaction')).toBeVisible()
    await demo.view('Approve Transaction').getByRole('button', { name: 'Close' }).click()
    await expect(demo.dialog).toBeHidden()
    await expect(result).toContainText('4001')
  })

  test('error: a method that the wallet refuses rejects what is pending and shows a message, once', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    const { demo, page, frame } = visitor
    let replaced = 0
    // The page asks for this method instead of one that the wallet has.
    await page.route(`${stack.url}/**/*.js`, async (route) => {
      const response = await route.fetch()
      const code = await response.text()
      const body = code.replace(
        /(Signed: \$\{await \w+\.request\(\{\s*method:.)eth_signTypedData_v4/,
        '$1eth_sign',
      )
      if (body !== code) replaced += 1
      await route.fulfill({ response, body })
    })
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await visitor.logIn(mailbox.address())
    const result = page.getByRole('status', { name: 'Result' })
    const message = demo.dialog.getByTestId('wui-snackbar-message')
    await page.getByRole('button', { name: 'Sign typed data' }).click()
    await expect(result).toContainText('4200')
    expect(replaced).toBe(1)
    await expect(demo.view('Account')).toBeVisible()
    await expect(message).toHaveText('Action not allowed')
    await page.keyboard.press('Escape')
    await expect(demo.dialog).toBeHidden()

    // The request that is refused rejects the one that is shown, which closes the modal: it opens again to say so.
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(frame.getByRole('heading', { name: 'Signature request' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign typed data' }).dispatchEvent('click')
    await expect(message).toHaveText('Action not allowed')
    await expect(demo.view('Account')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByTestId('account-button').first().click()
    await expect(demo.view('Account')).toBeVisible()
    await expect(message).toHaveCount(0)
  })

  test('behavior: the link is sent again after thirty seconds, counted from one time in every view', async ({
    visitor,
    mailbox,
  }) => {
    test.setTimeout(120_000)
    const { demo, frame } = visitor
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    const email = mailbox.address()
    await visitor.askFor(email)
    const device = demo.view('Register Device')
    const resend = device.getByRole('button', { name: 'Resend link' })
    await expect(device.getByText(/^Resend link in 0:[0-3]\d$/)).toBeVisible()
    await expect(resend).toBeDisabled()
    const first = await mailbox.link(email)

    // The form counts down to the same time.
    await device.getByRole('button', { name: 'Wrong address?' }).click()
    const connect = demo.view('Connect Wallet')
    await connect.getByRole('textbox', { name: 'Email' }).fill(email)
    const submit = connect.getByRole('button', { name: 'Continue', exact: true })
    await submit.click()
    const countdown = connect.locator('[aria-hidden="true"]', {
      hasText: /^Please try again after \d+ seconds$/,
    })
    await expect(countdown).toBeVisible()
    const read = async () => Number(/\d+/.exec((await countdown.textContent()) ?? '')?.[0])
    const seconds = await read()
    await expect.poll(read).toBeLessThan(seconds)
    await expect(countdown).toHaveCount(0, { timeout: 45_000 })
    await submit.click()
    await expect(device).toBeVisible()
    const second = await mailbox.link(email, [first])
    await expect(resend).toBeEnabled({ timeout: 45_000 })
    await resend.click()
    await expect(device.getByRole('status').filter({ hasText: 'A new link is on its way' })).toBeVisible()
    await expect(resend).toBeDisabled()
    await mailbox.link(email, [first, second])
    mailbox.approved.push(first, second)
    await visitor.approveDevice(email)

    // The code was mailed on approval: in the form, the next mail is thirty seconds away again.
    await frame.getByRole('button', { name: 'Wrong address?' }).click()
    await connect.getByRole('textbox', { name: 'Email' }).fill(email)
    await submit.click()
    await expect(countdown).toBeVisible()
  })

  test('error: a second code within thirty seconds is refused, with the remaining seconds', async ({
    visitor,
    mailbox,
    page,
  }) => {
    const { demo } = visitor
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    const email = mailbox.address()
    await visitor.askFor(email)
    await expect(demo.view('Register Device')).toBeVisible()
    await page.getByRole('button', { name: 'Wrong address?' }).click()
    const view = demo.view('Connect Wallet')
    await view.getByRole('textbox', { name: 'Email' }).fill(email)
    await view.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(
      view.getByRole('alert').filter({ hasText: /^Please try again after \d+ seconds$/ }),
    ).toBeVisible()
  })
})
