import { mergeTests } from '@playwright/test'
import { recordJourney, sumWords } from './recordJourney.ts'
import { copyLink, test as testWithCompanion } from './testWithCompanion.ts'
import { expect, readDigits, test as testWithWallet } from './testWithWallet.ts'

// What the main journeys cost the visitor, and all that screen readers say on them, in order.
const test = mergeTests(testWithCompanion, testWithWallet)
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Waits that are announced if they last longer than a second, as on a busy machine. */
const waits = ['Loading…', 'Checking…', 'Authenticating...']
const withoutWaits = (announcements: readonly string[]) =>
  announcements.filter((text) => !waits.includes(text))

test.describe('journeys', () => {
  test('behavior: an installed wallet with sign-in takes three presses and at most 45 words', async ({
    page,
    demo,
  }) => {
    const journey = await recordJourney(page)
    await demo.open({ wallet: 'hang' })
    const connect = demo.view('Connect Wallet')
    await journey.press(page.getByRole('button', { name: 'Connect Wallet' }).first())
    await expect(connect.getByTestId('all-wallets')).toContainText(/\d/)
    await journey.press(connect.getByRole('button', { name: /^Dev Wallet/ }))
    const connecting = 'Continue in Dev Wallet Accept the connection.'
    await expect.poll(journey.announcements).toContain(connecting)
    const accept = () =>
      demo.wallet((wallet) => {
        for (const request of wallet.pending) request.approve()
      })
    await accept()
    await journey.press(demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true }))
    const signing = 'Continue in Dev Wallet.'
    await expect.poll(journey.announcements).toContain(signing)
    await accept()
    await expect(demo.output('Session')).toContainText('eip155:31337')
    await expect(demo.dialog).toBeHidden()
    const words = await journey.words()
    expect(Object.keys(words)).toEqual(['Connect Wallet', 'Dev Wallet', 'Sign In'])
    expect(sumWords(words)).toBeLessThanOrEqual(45)
    expect(journey.presses()).toBe(3)
    expect(await journey.announcements()).toEqual([
      connecting,
      'Signing moves no funds.',
      signing,
      'You are signed in.',
    ])
  })

  test('behavior: a scanned code connects and signs in, and only what it is for is announced', async ({
    page,
    demo,
    wallet,
  }) => {
    const journey = await recordJourney(page)
    await demo.open({ options: { networks: [31337, 31338] } })
    await journey.press(page.getByRole('button', { name: 'Connect Wallet' }).first())
    await journey.press(demo.view('Connect Wallet').getByRole('button', { name: /^WalletConnect/ }))
    const view = demo.view('WalletConnect')
    await expect(view.getByRole('img', { name: 'QR code' })).toBeVisible()
    await wallet.pair(await copyLink(page, demo))
    await wallet.approve('Connect and sign in?')
    await expect(demo.output('Session')).toContainText('eip155:31337')
    await expect(demo.dialog).toBeHidden()
    expect(journey.presses()).toBe(2)
    expect(withoutWaits(await journey.announcements())).toEqual([
      'Scan this QR code with the wallet on your phone',
      // The code is copied here instead of scanned.
      'Copied',
    ])
  })

  test('behavior: e-mail takes at most five presses, two mails and 160 words, and two presses and a code on a known device', async ({
    page,
    demo,
    visitor,
    mailbox,
  }) => {
    const email = mailbox.address()
    const journey = await recordJourney(page)
    const connect = demo.view('Connect Wallet')
    const enterEmail = async () => {
      await demo.open({ wallets: 'none' })
      await journey.press(page.getByRole('button', { name: 'Connect Wallet' }).first())
      await connect.getByRole('textbox', { name: 'Email' }).fill(email)
      await journey.press(connect.getByRole('button', { name: 'Continue', exact: true }))
    }
    const isDone = async () => {
      await expect(demo.output('Session')).toContainText('eip155:31337')
      await expect(demo.dialog).toBeHidden()
    }

    await enterEmail()
    await expect(demo.view('Register Device')).toBeVisible()
    const device = await journey.follow(await mailbox.link(email))
    await device.getByRole('textbox', { name: 'Digits' }).fill(await readDigits(page))
    await journey.press(device.getByRole('button', { name: 'Approve' }))
    await expect(device.getByRole('heading', { name: 'Approved', exact: true })).toBeVisible()
    await device.close()
    const code = await mailbox.code(email)
    await visitor.typeCode(code)
    await isDone()
    const words = await journey.words()
    expect(Object.keys(words)).toEqual([
      'Connect Wallet',
      'Register Device',
      'Confirm Email',
      'Enter the code',
    ])
    expect(sumWords(words)).toBeLessThanOrEqual(160)
    expect(journey.presses()).toBeLessThanOrEqual(5)
    expect(await mailbox.all(email)).toHaveLength(2)
    const announced = withoutWaits(await journey.announcements())
    expect(announced).toEqual([
      `Open the link we sent you We sent an e-mail to ${email}. Open its link within ten minutes and approve this device.`,
    ])

    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    const before = journey.presses()
    await enterEmail()
    await visitor.typeCode(await mailbox.code(email, [code]))
    await isDone()
    expect(journey.presses() - before).toBe(2)
    expect(await mailbox.all(email)).toHaveLength(3)
    expect(withoutWaits(await journey.announcements())).toEqual(announced)
  })

  test('behavior: a failed, a rejected and an accepted switch are announced once each; receiving takes three presses', async ({
    page,
    demo,
  }) => {
    const journey = await recordJourney(page)
    await demo.open({ options: { signIn: 'off' } })
    await demo.connect()
    await expect(demo.dialog).toBeHidden()
    await demo.wallet((wallet) => wallet.setPolicy({ code: -32603, message: 'broken' }))
    await demo.openNetworks()
    await demo.view('Choose Network').getByTestId('w3m-network-switch-Local Two').click()
    const view = demo.view('Switch Network')
    await expect(view.getByText('could not switch')).toBeVisible()
    await demo.wallet((wallet) => wallet.setPolicy('reject'))
    await view.getByRole('button', { name: 'Try again' }).click()
    await expect(view.getByText('Not switched')).toBeVisible()
    await demo.wallet((wallet) => wallet.setPolicy('approve'))
    await view.getByRole('button', { name: 'Try again' }).click()
    await expect(demo.output('Network')).toContainText('Local Two')
    await expect(demo.dialog).toBeHidden()
    const switched = [
      'Dev Wallet could not switch networks The wallet returned an error. Try again, or choose another wallet.',
      'Not switched You declined in Dev Wallet. The network has not changed.',
    ]
    expect(withoutWaits(await journey.announcements())).toEqual(switched)

    expect(journey.presses()).toBe(0)
    await journey.press(page.getByTestId('account-button').first())
    await journey.press(demo.view('Account').getByRole('button', { name: 'Receive' }))
    const copy = demo.view('Receive').getByRole('button', { name: 'Copy address' })
    await journey.press(copy)
    await expect(copy).toHaveText('Copied')
    // The name of the button is constant, and only its text changes back.
    await expect(copy).toHaveText('Copy address')
    expect(journey.presses()).toBe(3)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^0xf39F/)
    expect(withoutWaits(await journey.announcements())).toEqual([...switched, 'Copied'])
  })
})
