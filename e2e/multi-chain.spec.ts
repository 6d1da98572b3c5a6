import { createViewCheck } from './createViewCheck.ts'
import { registerWallet } from './registerWallet.ts'
import { type Demo, expect, test } from './test.ts'

const off = { options: { signIn: 'off' }, wallets: 'all' } as const
const visitor = {
  Ethereum: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  Solana: 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz:oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
  Bitcoin: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328:bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
} as const
type Family = keyof typeof visitor
const wallets: Record<Family, RegExp> = {
  Ethereum: /^Dev Wallet/,
  Solana: /^Sol Wallet/,
  Bitcoin: /^Bit Wallet/,
}

/** From the network list to a wallet of a family that has none yet. */
async function connectFamily(demo: Demo, family: Family): Promise<void> {
  await demo.openNetworks()
  await demo
    .view('Choose Network')
    .getByRole('button', { name: new RegExp(`^Local ${family}`) })
    .click()
  const view = demo.view('Switch Network')
  await view.getByRole('button', { name: `Connect for ${family}` }).click()
  await demo.view('Connect Wallet').getByRole('button', { name: wallets[family] }).click()
  await expect(demo.output(`${family} account`)).toHaveText(visitor[family])
  await expect(demo.dialog).toBeHidden()
}

async function expectAccounts(demo: Demo, connected: readonly Family[]): Promise<void> {
  for (const family of Object.keys(visitor) as Family[])
    await expect(demo.output(`${family} account`)).toHaveText(
      connected.includes(family) ? visitor[family] : '–',
    )
}

test.describe('several families of chains', () => {
  test('behavior: three wallets side by side: each is connected, in use, reloaded and disconnected alone', async ({
    page,
    demo,
  }) => {
    await demo.open(off)
    await demo.connect()
    await connectFamily(demo, 'Solana')
    await expect(demo.output('CAIP address')).toHaveText(visitor.Solana)
    await expect(demo.output('Network')).toContainText('Local Solana')
    await connectFamily(demo, 'Bitcoin')
    await expectAccounts(demo, ['Ethereum', 'Solana', 'Bitcoin'])
    await expect(demo.output('Connected wallet')).toHaveText('Bit Wallet')

    // Going to a family that is connected asks no wallet anything.
    await demo.openNetworks()
    await demo
      .view('Choose Network')
      .getByRole('button', { name: /^Local Two/ })
      .click()
    await expect(demo.output('Network')).toContainText('Local Two')
    await expect(demo.output('Solana account')).toHaveText(visitor.Solana)

    await page.reload()
    const moved = visitor.Ethereum.replace('31337', '31338')
    await expect(demo.output('Ethereum account')).toHaveText(moved)
    await expect(demo.output('Solana account')).toHaveText(visitor.Solana)
    await expect(demo.output('Bitcoin account')).toHaveText(visitor.Bitcoin)
    await expect(demo.output('CAIP address')).toHaveText(moved)

    await page.getByRole('button', { name: /0xf3/ }).first().click()
    await demo
      .view('Account')
      .getByRole('button', { name: /^Your wallets/ })
      .click()
    const own = demo.view('Your Wallets')
    await own.getByRole('button', { name: 'Disconnect Sol Wallet from Solana' }).click()
    await expect(demo.output('Solana account')).toHaveText('–')
    await expect(demo.output('Bitcoin account')).toHaveText(visitor.Bitcoin)
    await own.getByRole('button', { name: /^bcrt…/ }).click()
    await expect(demo.view('Account')).toBeVisible()
    await expect(demo.output('CAIP address')).toHaveText(visitor.Bitcoin)
    await demo
      .view('Account')
      .getByRole('button', { name: /^Your wallets/ })
      .click()
    await own.getByRole('button', { name: 'Disconnect all' }).click()
    await expectAccounts(demo, [])
    await expect(demo.dialog).toBeHidden()
  })

  test('behavior: what a wallet says of itself reaches its own family alone', async ({ demo }) => {
    await demo.open(off)
    await demo.connect()
    await connectFamily(demo, 'Solana')
    await connectFamily(demo, 'Bitcoin')
    await demo.solanaWallet((wallet) => wallet.switchAccount(1))
    await expect(demo.output('Solana account')).toContainText('AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD')
    await expect(demo.output('CAIP address')).toHaveText(visitor.Bitcoin)
    await demo.wallet((wallet) => wallet.switchAccount(1))
    await expect(demo.output('Ethereum account')).toContainText('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    await expect(demo.output('Bitcoin account')).toHaveText(visitor.Bitcoin)
    await demo.bitcoinWallet((wallet) => wallet.disconnect())
    await expect(demo.output('Bitcoin account')).toHaveText('–')
    // Another one is in use then.
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(demo.output('Solana account')).toContainText('Aqyn')
  })

  test('behavior: signing, sending and another account in one family: the other two hear and show nothing of it', async ({
    page,
    demo,
  }) => {
    await demo.open({ options: { signIn: 'off', gateway: false, relay: false }, wallets: 'all' })
    await demo.connect()
    await connectFamily(demo, 'Solana')
    await connectFamily(demo, 'Bitcoin')
    const result = page.getByRole('status', { name: 'Result' })
    const now: Record<Family, string> = { ...visitor }
    const steps = [
      { family: 'Ethereum', network: 'Local One', signed: /^Signed: 0x/, sent: /^Sent: 0x/ },
      {
        family: 'Solana',
        network: 'Local Solana',
        signed: /^Signed: [1-9A-HJ-NP-Za-km-z]{80,90}$/,
        sent: /^Sent: \w{80,90}$/,
      },
      {
        family: 'Bitcoin',
        network: 'Local Bitcoin',
        signed: /^Signed: [A-Za-z\d+/=]{60,}$/,
        sent: /^Sent: [\da-f]{64}$/,
      },
    ] as const
    for (const { family, network, signed, sent } of steps) {
      await demo.openNetworks()
      await demo
        .view('Choose Network')
        .getByRole('button', { name: new RegExp(`^${network}`) })
        .click()
      await expect(demo.output('CAIP address')).toHaveText(now[family])
      await expect(demo.dialog).toBeHidden()
      // Whatever the others were asked would wait there.
      await demo.wallet((wallet) => wallet.setPolicy('hang'))
      await demo.solanaWallet((wallet) => wallet.setPolicy('hang'))
      await demo.bitcoinWallet((wallet) => wallet.setPolicy('hang'))
      if (family === 'Ethereum') await demo.wallet((wallet) => wallet.setPolicy('approve'))
      else if (family === 'Solana') await demo.solanaWallet((wallet) => wallet.setPolicy('approve'))
      else await demo.bitcoinWallet((wallet) => wallet.setPolicy('approve'))
      await page.getByRole('button', { name: 'Sign message' }).click()
      await expect(result).toHaveText(signed)
      await page.getByRole('button', { name: 'Send transaction' }).click()
      await expect(result).toHaveText(sent)
      if (family === 'Ethereum') await demo.wallet((wallet) => wallet.switchAccount(1))
      else if (family === 'Solana') await demo.solanaWallet((wallet) => wallet.switchAccount(1))
      else await demo.bitcoinWallet((wallet) => wallet.switchAccount(1))
      await expect(demo.output(`${family} account`)).not.toHaveText(now[family])
      now[family] = (await demo.output(`${family} account`).textContent()) as string
      for (const each of Object.keys(now) as Family[])
        await expect(demo.output(`${each} account`)).toHaveText(now[each])
      await expect(demo.output('CAIP address')).toHaveText(now[family])
      expect(await demo.wallet((wallet) => wallet.pending.length)).toBe(0)
      expect(await demo.solanaWallet((wallet) => wallet.pending.length)).toBe(0)
      expect(await demo.bitcoinWallet((wallet) => wallet.pending.length)).toBe(0)
    }
    await page.reload()
    for (const each of Object.keys(now) as Family[])
      await expect(demo.output(`${each} account`)).toHaveText(now[each])
    await expect(demo.output('CAIP address')).toHaveText(now.Bitcoin)
  })

  test('behavior: a no in one wallet leaves the others as they are', async ({ demo }) => {
    await demo.open(off)
    await demo.connect()
    await demo.solanaWallet((wallet) => wallet.setPolicy('reject'))
    await demo.openNetworks()
    await demo
      .view('Choose Network')
      .getByRole('button', { name: /^Local Solana/ })
      .click()
    await demo.view('Switch Network').getByRole('button', { name: 'Connect for Solana' }).click()
    const connect = demo.view('Connect Wallet')
    await expect(connect.getByRole('button', { name: /^Dev Wallet/ })).toHaveCount(0)
    await expect(connect.getByRole('button', { name: /^Bit Wallet/ })).toHaveCount(0)
    await connect.getByRole('button', { name: /^Sol Wallet/ }).click()
    await expect(demo.view('Sol Wallet')).toContainText('You said no')
    await expectAccounts(demo, ['Ethereum'])
    await expect(demo.output('CAIP address')).toHaveText(visitor.Ethereum)
    await demo.view('Sol Wallet').getByRole('button', { name: 'Back' }).click()
    // The list of Solana's wallets, not the account that is connected.
    await expect(connect.getByRole('button', { name: /^Sol Wallet/ })).toBeVisible()
  })

  test('behavior: a wallet of several families asks which, and connects the others later', async ({
    page,
    demo,
  }) => {
    await registerWallet(page, { name: 'dev wallet' })
    await demo.open({ options: { signIn: 'off' } })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    const connect = demo.view('Connect Wallet')
    await expect(connect.getByRole('button', { name: /dev wallet/i })).toHaveCount(1)
    await connect.getByRole('button', { name: /^dev wallet/i }).click()
    const which = demo.view(/^dev wallet$/i)
    await expect(which.getByTestId('wui-list-chain-eip155')).toContainText('Local One, Local Two')
    await which.getByTestId('wui-list-chain-solana').click()
    await expect(demo.output('Solana account')).toContainText('Aqyn')
    await expect(demo.dialog).toBeHidden()

    await page.getByRole('button', { name: /Aqyn/ }).first().click()
    await demo.view('Account').getByTestId('wui-wallet-switch').click()
    await demo.view('Your Wallets').getByRole('button', { name: 'Connect a wallet for Ethereum' }).click()
    await connect.getByRole('button', { name: /^dev wallet/i }).click()
    await expect(demo.output('Ethereum account')).toHaveText(visitor.Ethereum)
    await expect(demo.output('Solana account')).toContainText('Aqyn')
  })

  test('behavior: Polyglot connects one family after the other, and each signs with its own account', async ({
    page,
    demo,
  }) => {
    await demo.open({ options: { signIn: 'required', gateway: false, relay: false }, wallets: 'all' })
    const result = page.getByRole('status', { name: 'Result' })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    const steps = [
      ['eip155', 'Ethereum', /^Signed: 0x/],
      ['solana', 'Solana', /^Signed: [1-9A-HJ-NP-Za-km-z]{80,90}$/],
      ['bip122', 'Bitcoin', /^Signed: [A-Za-z\d+/=]{60,}$/],
    ] as const
    for (const [namespace, family, signature] of steps) {
      await demo
        .view('Connect Wallet')
        .getByRole('button', { name: /^Polyglot/ })
        .click()
      if (namespace === 'eip155') await demo.dialog.getByTestId('wui-list-chain-eip155').click()
      await demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true }).click()
      await expect(demo.output('CAIP address')).toHaveText(visitor[family])
      await expect(demo.dialog).toBeHidden()
      await page.getByRole('button', { name: 'Sign message' }).click()
      await expect(result).toHaveText(signature)
      if (namespace === 'bip122') break
      await page.getByTestId('account-button').first().click()
      await demo.view('Account').getByTestId('wui-wallet-switch').click()
      const next = namespace === 'eip155' ? 'Solana' : 'Bitcoin'
      await demo
        .view('Your Wallets')
        .getByRole('button', { name: `Connect a wallet for ${next}` })
        .click()
    }
    await expectAccounts(demo, ['Ethereum', 'Solana', 'Bitcoin'])
    // Three sessions, each of its own account, none in another's place.
    const sessions = await page.evaluate(() => JSON.parse(localStorage.getItem('@appkit/siwx') ?? '[]'))
    expect(sessions.map(({ data }: { data: { chainId: string } }) => data.chainId.split(':')[0])).toEqual([
      'eip155',
      'solana',
      'bip122',
    ])
  })
})

for (const { name, ...use } of [
  { name: 'wide', viewport: { width: 1000, height: 900 }, hasTouch: false, isMobile: false },
  { name: 'touch', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
]) {
  test.describe(`several families of chains, accessibility, ${name}`, () => {
    test.use(use)

    test('behavior: their views have no axe violation in light and dark, their names, and targets of their size', async ({
      page,
      demo,
    }) => {
      test.setTimeout(120_000)
      const check = createViewCheck({ page, demo, least: use.hasTouch ? 44 : 24 })
      await registerWallet(page, { name: 'Dev Wallet' })
      await demo.open({ options: { signIn: 'off', rtl: use.hasTouch }, wallets: 'all' })
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
      await demo
        .view('Connect Wallet')
        .getByRole('button', { name: /^Dev Wallet/ })
        .click()
      await expect(demo.dialog.getByTestId('wui-list-chain-eip155')).toBeFocused()
      await check('which chain')
      await demo.dialog.getByTestId('wui-list-chain-eip155').click()
      await expect(demo.output('Status')).toHaveText('connected')
      await demo.openNetworks()
      await demo
        .view('Choose Network')
        .getByRole('button', { name: /^Local Bitcoin/ })
        .click()
      await expect(demo.dialog.getByTestId('w3m-switch-active-chain-button')).toBeFocused()
      await check('a family without a wallet')
      await demo.dialog.getByTestId('w3m-switch-active-chain-button').click()
      await expect(demo.view('Connect Wallet')).toContainText('Wallets for Bitcoin')
      await check('wallets of one family')
      await demo
        .view('Connect Wallet')
        .getByRole('button', { name: /^Bit Wallet/ })
        .click()
      await expect(demo.output('Bitcoin account')).toHaveText(visitor.Bitcoin)
      await page.getByTestId('account-button').first().click()
      await expect(demo.view('Account').getByTestId('wui-wallet-switch')).toBeVisible()
      await check('account')
      await demo.view('Account').getByTestId('wui-wallet-switch').click()
      await expect(demo.view('Your Wallets').getByTestId('active-connection')).toBeVisible()
      await check('your wallets')
    })
  })
}
