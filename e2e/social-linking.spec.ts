import { choosePerson } from './choosePerson.ts'
import { createViewCheck } from './createViewCheck.ts'
import { expect, test, type Visitor } from './testWithWallet.ts'

// The people of the identity server have fixed addresses: a wallet of one of them changes all their later logins.
test.use({ isolation: 'lasting' })

const email = 'ada@example.com'
const open = { options: { signIn: 'off' }, wallets: 'none' } as const

/** Presses the logo of a provider on Connect, and logs in there as Ada. */
async function logInAt({ page, demo }: Visitor, name: string): Promise<void> {
  await demo.open(open)
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  const opened = page.waitForEvent('popup')
  await demo.dialog.getByRole('button', { name: `Continue with ${name}` }).click()
  await choosePerson(await opened, { name: /^Ada/, provider: name.toLowerCase() })
  await page.bringToFront()
}

test.describe('an account whose e-mail address has a wallet', () => {
  test('behavior: opens that wallet after a login with the address, and then by itself; or gets a wallet of its own', async ({
    visitor,
    newVisitor,
    mailbox,
  }) => {
    test.setTimeout(240_000)
    await visitor.demo.open(open)
    const address = await visitor.logIn(email)
    const used = [await mailbox.code(email)]

    const other = await newVisitor()
    await logInAt(other, 'Google')
    const question = other.frame.getByRole('heading', { name: 'You already have a wallet here' })
    await expect(question).toBeVisible()
    await expect.poll(() => other.page.evaluate(() => document.activeElement?.id)).toBe('w3m-iframe')
    await createViewCheck({ page: other.page, demo: other.demo, least: 24 })('the choice of a wallet')
    await expect(other.demo.output('Status')).toHaveText('disconnected')
    await other.frame.getByRole('button', { name: 'Use that wallet' }).click()
    await expect(other.frame.getByRole('heading', { name: 'Approve the login' })).toBeVisible()
    await createViewCheck({ page: other.page, demo: other.demo, least: 24 })('the link of the login')
    await other.approveDevice(email, other.frame.locator('.digits'))
    await other.frame
      .getByRole('textbox', { name: 'Verification code' })
      .fill(await mailbox.code(email, used))
    expect(await other.address()).toBe(address)
    await expect(other.demo.dialog).toBeHidden()

    const third = await newVisitor()
    await logInAt(third, 'Google')
    expect(await third.address()).toBe(address)

    const fourth = await newVisitor()
    await logInAt(fourth, 'GitHub')
    await fourth.frame.getByRole('button', { name: 'Make a new one' }).click()
    expect(await fourth.address()).not.toBe(address)
  })
})
