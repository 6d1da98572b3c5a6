import { createHash } from 'node:crypto'
import { expect, type Mailbox, readDigits, test, type Visitor } from './testWithWallet.ts'

type Asking = { visitor: Visitor; mailbox: Mailbox }

/** Starts a login with a new address, up to the step where its link must be opened. */
async function askForLink({ visitor, mailbox }: Asking): Promise<string> {
  const email = mailbox.address()
  await visitor.askFor(email)
  await expect(visitor.demo.view('Register Device')).toBeVisible()
  return email
}

/** Starts a login with a new address, up to the step where its code must be typed. */
async function askForCode({ visitor, mailbox }: Asking): Promise<{ email: string; code: string }> {
  const email = await askForLink({ visitor, mailbox })
  await visitor.approveDevice(email)
  return { email, code: await mailbox.code(email) }
}

test.describe('failed logins by e-mail', () => {
  test.beforeEach(({ visitor }) => visitor.demo.open({ options: { signIn: 'off' }, wallets: 'none' }))

  test('error: a wrong code shows the remaining tries; after three of them every code is refused', async ({
    visitor,
    mailbox,
  }) => {
    const { demo, frame } = visitor
    const { code: right } = await askForCode({ visitor, mailbox })
    const wrong = right === '111111' ? '222222' : '111111'
    for (const remaining of ['2 tries left', 'one try left']) {
      await visitor.typeCode(wrong)
      await expect(frame.getByRole('status')).toContainText(remaining)
    }
    await visitor.typeCode(wrong)
    const view = demo.view('Confirm Email')
    await expect(view.getByRole('heading', { name: 'Too many wrong codes' })).toBeVisible()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await view.getByRole('button', { name: 'Try again' }).click()
    await expect(demo.view('Connect Wallet').getByRole('textbox', { name: 'Email' })).toBeVisible()
  })

  test('behavior: a new code invalidates the previous one', async ({ visitor, mailbox }) => {
    const { page, frame } = visitor
    const { email, code: before } = await askForCode({ visitor, mailbox })
    await expect(frame.getByRole('button', { name: /^Resend code in 0:\d\d$/ })).toBeDisabled()
    const resend = frame.getByRole('button', { name: 'Resend code', exact: true })
    await expect(resend).toBeEnabled({ timeout: 45_000 })
    await resend.click()
    await expect(frame.getByRole('status')).toContainText('A new code is on its way')
    const after = await mailbox.code(email, [before])
    await visitor.typeCode(before)
    await expect(frame.getByRole('status')).toContainText('That code is not correct. You have 2 tries left.')
    await visitor.typeCode(after)
    await visitor.address()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('behavior: a link that its owner rejects: shown where the login was started, and useless to others', async ({
    visitor,
    mailbox,
    page,
  }) => {
    const { demo } = visitor
    const email = await askForLink({ visitor, mailbox })
    const link = await mailbox.link(email)
    const device = await page.context().newPage()
    await device.goto(link)
    await device.getByRole('button', { name: 'This wasn’t me' }).click()
    await expect(device.getByRole('heading', { name: 'Sign-in rejected' })).toBeVisible()
    await device.close()
    expect((await mailbox.all(email)).length).toBe(1)
    const view = demo.view('Register Device')
    await expect(view.getByRole('heading', { name: 'The sign-in was rejected by e-mail' })).toBeVisible()
    await view.getByRole('button', { name: 'Try again' }).click()
    await demo.view('Connect Wallet').getByRole('textbox', { name: 'Email' }).fill(mailbox.address())
    await expect(demo.output('Status')).toHaveText('disconnected')
  })

  test('error: the second wrong pair of digits ends the login, where it was started as well', async ({
    visitor,
    mailbox,
    page,
  }) => {
    const { demo } = visitor
    const email = await askForLink({ visitor, mailbox })
    const device = await page.context().newPage()
    await device.goto(await mailbox.link(email))
    const field = device.getByRole('textbox', { name: 'Digits' })
    const wrong = (by: number, digits: string) => `${(Number(digits) + by) % 100}`.padStart(2, '0')
    const digits = await readDigits(page)
    await field.fill(wrong(1, digits))
    await field.press('Enter')
    await expect(device.getByRole('status')).toHaveText(
      'These digits are not correct. You have one try left.',
    )
    await expect(field).toBeFocused()
    await device.keyboard.type(wrong(2, digits))
    await device.keyboard.press('Enter')
    await expect(device.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await device.close()
    const view = demo.view('Register Device')
    await expect(view.getByRole('heading', { name: 'Wrong digits were typed twice' })).toBeVisible()
    await view.getByRole('button', { name: 'Try again' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
  })

  test('behavior: a link works once', async ({ visitor, mailbox, page }) => {
    const email = await askForLink({ visitor, mailbox })
    await visitor.approveDevice(email)
    const device = await page.context().newPage()
    await device.goto(await mailbox.link(email))
    await expect(device.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await expect(device.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  })

  test('behavior: a login for which the vault asks for proof of work only takes longer', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    const { demo, page } = visitor
    const bodies: { work?: { challenge: string; nonce: number } }[] = []
    await page.route(`${stack.vaultUrl}/v1/email/start`, async (route) => {
      bodies.push(route.request().postDataJSON())
      if (bodies.length > 1) return route.continue()
      // The vault asks for it only after many logins, and ignores it until then.
      const problem = {
        type: '/problems/work-required',
        title: 'This request needs proof of work.',
        status: 429,
        code: 'work-required',
        workChallenge: '18.test.challenge',
        workBits: 18,
      }
      return route.fulfill({
        status: 429,
        headers: { 'access-control-allow-origin': stack.walletUrl },
        contentType: 'application/problem+json',
        body: JSON.stringify(problem),
      })
    })
    const email = mailbox.address()
    await visitor.askFor(email)
    await expect(demo.view('Register Device')).toBeVisible({ timeout: 30_000 })
    const work = bodies.at(-1)?.work
    expect(work?.challenge).toBe('18.test.challenge')
    const hash = createHash('sha256').update(`${work?.challenge}.${work?.nonce}`).digest()
    expect(hash.readUInt32BE()).toBeLessThan(2 ** 14)
    await visitor.approveDevice(email)
    await visitor.typeCode(await mailbox.code(email))
    await visitor.address()
  })

  for (const { part, title, timeout } of [
    {
      part: 'vault',
      title:
        'the vault is unreachable: reported on Connect, and pressing the button again works once it is back',
      timeout: undefined,
    },
    {
      part: 'wallet',
      title: 'the wallet’s site is unreachable: reported on Connect, and pressing the button again retries',
      // The request times out after twenty seconds.
      timeout: 40_000,
    },
  ] as const)
    test(`error: ${title}`, async ({ visitor, mailbox, stack }) => {
      const { demo } = visitor
      await stack.stop(part)
      let isBack = false
      try {
        await visitor.askFor(mailbox.address())
        const view = demo.view('Connect Wallet')
        const alert = view.getByRole('alert').filter({ hasText: 'can’t be reached' })
        await expect(alert).toBeVisible(timeout && { timeout })
        await stack.start(part)
        isBack = true
        await view.getByRole('button', { name: 'Continue', exact: true }).click()
        await expect(demo.view('Register Device')).toBeVisible()
      } finally {
        if (!isBack) await stack.start(part)
      }
    })

  test('error: the gateway is down while the code is typed: the login continues when it is back', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    const { demo, frame } = visitor
    const { code } = await askForCode({ visitor, mailbox })
    await expect(frame.getByRole('textbox', { name: 'Verification code' })).toBeVisible()
    await stack.stop('gateway')
    try {
      await visitor.typeCode(code)
      await expect(frame.getByRole('status')).toContainText('can’t be reached')
    } finally {
      await stack.start('gateway')
    }
    await visitor.typeCode(code)
    await visitor.address()
    await expect(demo.dialog).toBeHidden()
  })
})
