import { createViewCheck } from './createViewCheck.ts'
import { findOverflow } from './findOverflow.ts'
import { focused } from './focused.ts'
import { tabTo } from './tabTo.ts'
import { type Demo, expect, test } from './test.ts'

const namespaces = [
  { name: 'Solana', wallet: /^Sol Wallet/, start: 'oeYf', coin: 'SOL' },
  { name: 'Bitcoin', wallet: /^Bit Wallet/, start: 'bcrt1q', coin: 'BTC' },
] as const

async function connectFirst(demo: Demo, wallet: RegExp): Promise<void> {
  const { dialog } = demo
  await dialog.page().getByRole('button', { name: 'Connect Wallet' }).first().click()
  await demo.view('Connect Wallet').getByRole('button', { name: wallet }).click()
  await expect(demo.output('Status')).toHaveText('connected')
  await expect(dialog).toBeHidden()
}

for (const { name, ...use } of [
  { name: 'wide', viewport: { width: 1000, height: 900 }, hasTouch: false, isMobile: false },
  { name: 'touch', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
]) {
  test.describe(`views with several namespaces, ${name}`, () => {
    test.use(use)
    for (const namespace of namespaces) {
      test(`behavior: ${namespace.name}: account, receive, settings and networks pass axe and have the right names and sizes`, async ({
        page,
        demo,
      }) => {
        test.setTimeout(120_000)
        const check = createViewCheck({ page, demo, least: use.hasTouch ? 44 : 24 })
        const checkView = async (view: string) => {
          await check(`${namespace.name}: ${view}`)
          await expect.poll(() => findOverflow(page), { message: view }).toEqual([])
        }
        await demo.open({ options: { signIn: 'off', rtl: use.hasTouch }, wallets: 'all' })
        await connectFirst(demo, namespace.wallet)
        await page.getByTestId('account-button').first().click()
        const panel = demo.view('Account').getByRole('tabpanel')
        for (const tab of ['Tokens', 'NFTs', 'Activity']) {
          await demo.dialog.getByRole('tab', { name: tab }).click()
          await expect(panel.getByRole('listitem').or(panel.getByRole('heading')).first()).toBeVisible()
          await checkView(`Account: ${tab}`)
        }
        await demo.dialog.getByRole('button', { name: 'Receive' }).click()
        await expect(demo.view('Receive')).toContainText(namespace.start)
        await checkView('Receive')
        await demo.dialog.getByRole('button', { name: 'Back' }).click()
        await demo.dialog.getByRole('button', { name: 'Account settings' }).click()
        await expect(demo.view('Account Settings')).toContainText(`Local ${namespace.name}`)
        await checkView('Account Settings')
        await demo.dialog.getByRole('button', { name: new RegExp(`^Local ${namespace.name}`) }).click()
        const networks = demo.view('Choose Network')
        // One list contains the networks of all namespaces.
        for (const network of ['Local One', 'Local Solana', 'Local Signet'])
          await expect(networks.getByTestId(`w3m-network-switch-${network}`)).toBeVisible()
        await checkView('Choose Network')
        await networks.getByRole('searchbox').fill('no such network')
        await expect(networks.getByRole('button', { name: 'Show all' })).toBeVisible()
        await checkView('Choose Network, nothing found')
      })
    }
  })
}

test.describe('several namespaces, by keyboard', () => {
  test('behavior: switch to another namespace, connect its wallet, and switch back', async ({
    page,
    demo,
  }) => {
    const { keyboard } = page
    await demo.open({ options: { signIn: 'off' }, wallets: 'all' })
    await tabTo(page, 'Connect Wallet')
    await keyboard.press('Enter')
    await expect(demo.view('Connect Wallet')).toBeVisible()
    await tabTo(page, /^Dev Wallet/)
    await keyboard.press('Enter')
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(demo.dialog).toBeHidden()
    await expect.poll(() => focused(page)).toMatch(/0xf3…b92266/)

    await keyboard.press('Enter')
    await expect(demo.view('Account')).toBeVisible()
    // The view sets the focus; until then Tab would start at another element.
    await expect(demo.view('Account').getByTestId('wui-wallet-switch')).toBeFocused()
    await tabTo(page, 'Account settings')
    await keyboard.press('Enter')
    await expect(demo.view('Account Settings').getByTestId('w3m-account-select-network')).toBeFocused()
    await keyboard.press('Enter')
    await expect(demo.view('Choose Network').getByRole('searchbox')).toBeFocused()
    await keyboard.type('solana')
    await expect(demo.dialog.getByRole('button', { name: /^Local One/ })).toHaveCount(0)
    await tabTo(page, /^Local Solana/)
    await keyboard.press('Enter')
    await expect(demo.view('Switch Network')).toBeVisible()
    await expect.poll(() => focused(page)).toBe('Connect a wallet for Solana')
    await keyboard.press('Enter')
    await expect(demo.view('Connect Wallet')).toContainText('Wallets for Solana')
    await expect.poll(() => focused(page)).toMatch(/^(Sol Wallet|Polyglot)/)
    await tabTo(page, /^Sol Wallet/)
    await keyboard.press('Enter')
    await expect(demo.output('Solana account')).toContainText('oeYf')
    await expect(demo.dialog).toBeHidden()

    await expect.poll(() => focused(page)).toMatch(/oeYf/)
    await keyboard.press('Enter')
    await expect(demo.view('Account')).toBeVisible()
    await expect(demo.view('Account').getByTestId('wui-wallet-switch')).toBeFocused()
    await keyboard.press('Enter')
    await expect(demo.view('Your Wallets').getByTestId('wui-active-profile-wallet-item')).toBeFocused()
    await tabTo(page, 'Disconnect Sol Wallet from Solana')
    await keyboard.press('Enter')
    await expect(demo.output('Solana account')).toHaveText('–')
    await expect(demo.output('Ethereum account')).toContainText('0xf39F')
  })
})
