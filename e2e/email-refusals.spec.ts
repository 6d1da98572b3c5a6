import { expect, test } from './testWithWallet.ts'

const open = { options: { signIn: 'off' }, wallets: 'none' } as const

test.describe('login by e-mail that does not work', () => {
  test('error: a wrong code is said with the tries that are left; after five of them nothing is right', async ({
    visitor,
    mailbox,
  }) => {
    const { demo, frame } = visitor
    await demo.open(open)
    const email = mailbox.address()
    await visitor.askFor(email)
    await expect(demo.view('Register Device')).toBeVisible()
    await visitor.approveDevice(email)
    const right = await mailbox.code(email)
    const wrong = right === '111111' ? '222222' : '111111'
    for (const said of ['4 tries are left', '3 tries are left', '2 tries are left', 'One try is left']) {
      await visitor.typeCode(wrong)
      await expect(frame.getByRole('status')).toContainText(said)
    }
    await visitor.typeCode(wrong)
    const view = demo.view('Confirm Email')
    await expect(view.getByRole('heading', { name: 'Too many wrong codes' })).toBeVisible()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await view.getByRole('button', { name: 'Try again' }).click()
    await expect(demo.view('Connect Wallet').getByRole('textbox', { name: 'Email' })).toBeVisible()
  })

  test('behavior: another code after the wait: the one before works no more', async ({
    visitor,
    mailbox,
  }) => {
    const { page, demo, frame } = visitor
    await demo.open(open)
    const email = mailbox.address()
    await visitor.askFor(email)
    await expect(demo.view('Register Device')).toBeVisible()
    await visitor.approveDevice(email)
    const before = await mailbox.code(email)
    await expect(frame.getByRole('button', { name: /^Resend code in 0:\d\d$/ })).toBeDisabled()
    const resend = frame.getByRole('button', { name: 'Resend code', exact: true })
    await expect(resend).toBeEnabled({ timeout: 45_000 })
    await resend.click()
    await expect(frame.getByRole('status')).toContainText('A new code is on its way')
    const after = await mailbox.code(email, [before])
    await visitor.typeCode(before)
    await expect(frame.getByRole('status')).toContainText('That is not the code. 4 tries are left.')
    await visitor.typeCode(after)
    await visitor.address()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('behavior: a link that nobody approves: waited for without a word, given up, and worth nothing to a stranger', async ({
    visitor,
    mailbox,
    page,
  }) => {
    const { demo } = visitor
    await demo.open(open)
    const email = mailbox.address()
    await visitor.askFor(email)
    await expect(demo.view('Register Device')).toBeVisible()
    const link = await mailbox.link(email)
    const device = await page.context().newPage()
    await device.goto(link)
    await device.getByRole('button', { name: 'This wasn’t me' }).click()
    await expect(device.getByRole('heading', { name: 'Nothing was approved' })).toBeVisible()
    await device.close()
    expect((await mailbox.all(email)).length).toBe(1)
    await expect(demo.view('Register Device')).toBeVisible()
    await demo.view('Register Device').getByRole('button', { name: 'Wrong address?' }).click()
    await demo.view('Connect Wallet').getByRole('textbox', { name: 'Email' }).fill(mailbox.address())
    await expect(demo.output('Status')).toHaveText('disconnected')
  })

  test('behavior: a link works once', async ({ visitor, mailbox, page }) => {
    const { demo } = visitor
    await demo.open(open)
    const email = mailbox.address()
    await visitor.askFor(email)
    await visitor.approveDevice(email)
    const device = await page.context().newPage()
    await device.goto(await mailbox.link(email))
    await expect(device.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await expect(device.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  })

  test('error: the vault is away: said in plain words on Connect, and the same press works when it is back', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    const { demo } = visitor
    await demo.open(open)
    await stack.stop('vault')
    try {
      await visitor.askFor(mailbox.address())
      const view = demo.view('Connect Wallet')
      await expect(view.getByRole('alert').filter({ hasText: 'can’t be reached' })).toBeVisible()
      await stack.start('vault')
      await view.getByRole('button', { name: 'Continue' }).click()
      await expect(demo.view('Register Device')).toBeVisible()
    } finally {
      await stack.stop('vault')
      await stack.start('vault')
    }
  })

  test('error: the gateway is away while the code is typed: nothing is lost, and it goes on when it is back', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    const { demo, frame } = visitor
    await demo.open(open)
    const email = mailbox.address()
    await visitor.askFor(email)
    await expect(demo.view('Register Device')).toBeVisible()
    await visitor.approveDevice(email)
    const code = await mailbox.code(email)
    await expect(frame.getByRole('textbox', { name: 'Verification code' })).toBeVisible()
    await stack.stop('gateway')
    try {
      await visitor.typeCode(code)
      await expect(frame.getByRole('status')).toContainText('was not reached')
    } finally {
      await stack.start('gateway')
    }
    await visitor.typeCode(code)
    await visitor.address()
    await expect(demo.dialog).toBeHidden()
  })

  test('error: the wallet’s site is away: said on Connect, and tried again with the next press', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    const { demo } = visitor
    await demo.open(open)
    await stack.stop('wallet')
    try {
      await visitor.askFor(mailbox.address())
      const view = demo.view('Connect Wallet')
      // It has twenty seconds to answer.
      await expect(view.getByRole('alert').filter({ hasText: 'can’t be reached' })).toBeVisible({
        timeout: 40_000,
      })
      await stack.start('wallet')
      await view.getByRole('button', { name: 'Continue' }).click()
      await expect(demo.view('Register Device')).toBeVisible()
    } finally {
      await stack.stop('wallet')
      await stack.start('wallet')
    }
  })
})
