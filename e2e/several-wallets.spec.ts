import { createViewCheck } from './createViewCheck.ts'
import { findOverflow } from './findOverflow.ts'
import { focused } from './focused.ts'
import { tabTo } from './tabTo.ts'
import { type Demo, expect, test } from './test.ts'

const options = { signIn: 'off', 'features.multiWallet': true }
/** Connects Dev Wallet, then Polyglot from the list of the visitor's wallets. */
async function connectBoth(demo: Demo): Promise<void> {
  await demo.connect()
  await openWallets(demo)
  await demo.view('Your Wallets').getByRole('button', { name: 'Connect another wallet for Ethereum' }).click()
  await demo
    .view('Connect Wallet')
    .getByRole('button', { name: /^Polyglot/ })
    .click()
  await expect(demo.output('Connected wallet')).toHaveText('Polyglot')
  await expect(demo.dialog).toBeHidden()
}

async function openWallets(demo: Demo): Promise<void> {
  await demo.dialog.page().getByTestId('account-button').first().click()
  await demo.view('Account').getByTestId('wui-wallet-switch').click()
  await expect(demo.view('Your Wallets').getByTestId('wui-active-profile-wallet-item')).toBeVisible()
}

for (const { name, ...use } of [
  { name: 'wide', viewport: { width: 1000, height: 900 }, hasTouch: false, isMobile: false },
  { name: 'touch', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
]) {
  test.describe(`several wallets of a namespace, ${name}`, () => {
    test.use(use)

    test('behavior: stay connected, are switched between, and survive a reload', async ({ page, demo }) => {
      test.setTimeout(120_000)
      const check = createViewCheck({ page, demo, least: use.hasTouch ? 44 : 24 })
      await demo.open({ options: { ...options, rtl: use.hasTouch }, wallets: 'all' })
      await connectBoth(demo)
      await openWallets(demo)
      const wallets = demo.view('Your Wallets')
      await expect(wallets.getByTestId('active-connection')).toHaveCount(2)
      await wallets.getByRole('button', { name: /Dev Wallet on/ }).click()
      await expect(demo.output('Connected wallet')).toHaveText('Dev Wallet')

      await page.reload()
      await expect(demo.output('Connected wallet')).toHaveText('Dev Wallet')
      await openWallets(demo)
      await expect(wallets.getByTestId('active-connection')).toHaveCount(2)
      await wallets.getByRole('button', { name: 'Disconnect Polyglot from Ethereum' }).click()
      await expect(wallets.getByTestId('recent-connection')).toHaveCount(1)
      await expect(wallets.getByTestId('active-connection')).toHaveCount(1)
      await check('your wallets')
      await expect.poll(() => findOverflow(page)).toEqual([])

      await page.reload()
      await expect(demo.output('Connected wallet')).toHaveText('Dev Wallet')
      await openWallets(demo)
      await wallets
        .getByTestId('recent-connection')
        .getByRole('button', { name: /^Forget Polyglot/ })
        .click()
      await expect(wallets.getByTestId('recent-connection')).toHaveCount(0)
      await wallets.getByTestId('disconnect-all-button').click()
      await expect(demo.output('Ethereum account')).toHaveText('–')
    })
  })
}

test.describe('several wallets of a namespace, by keyboard', () => {
  test('behavior: connect a wallet used before again', async ({ page, demo }) => {
    const { keyboard } = page
    await demo.open({ options, wallets: 'all' })
    await connectBoth(demo)
    await openWallets(demo)
    const wallets = demo.view('Your Wallets')
    await tabTo(page, 'Disconnect Polyglot from Ethereum')
    await keyboard.press('Enter')
    await expect(demo.output('Connected wallet')).toHaveText('Dev Wallet')
    await tabTo(page, /Connect Polyglot again/)
    await keyboard.press('Enter')
    await expect(demo.output('Connected wallet')).toHaveText('Polyglot')
    await expect(wallets.getByTestId('active-connection')).toHaveCount(2)
    await expect.poll(() => focused(page)).not.toBe('')
  })
})
