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
    await expect(frame.getByRole('heading', { name: 'Sign message' })).toBeVisible()
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('status', { name: 'Result' })).toHaveText(/^Signed: 0x[0-9a-f]{130}$/)
    await expect(demo.dialog).toBeHidden()
    expect((await mailbox.all(email)).length).toBe(mails)
    // With this level the wallet logs what it was asked, and nothing about the visitor.
    expect(logged).toContain('[Portico wallet] RPC_REQUEST_SUCCESS')
    expect(logged.join()).not.toContain(email)
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
    await view.getByRole('button', { name: 'Continue' }).click()
    await expect(
      view.getByRole('alert').filter({ hasText: /^Please try again after \d+ seconds$/ }),
    ).toBeVisible()
  })
})
