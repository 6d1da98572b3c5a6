import type { Page } from '@playwright/test'
import { createViewCheck } from './createViewCheck.ts'
import { registerWallet } from './registerWallet.ts'
import { type Demo, expect, test } from './test.ts'

const off = { options: { signIn: 'off' }, wallets: 'all' } as const
const visitor = {
  Ethereum: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  Solana: 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz:oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
  Bitcoin: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328:bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
} as const
type NamespaceName = keyof typeof visitor
const wallets: Record<NamespaceName, RegExp> = {
  Ethereum: /^Dev Wallet/,
  Solana: /^Sol Wallet/,
  Bitcoin: /^Bit Wallet/,
}

const namespaces = Object.keys(visitor) as NamespaceName[]

const steps = [
  {
    namespace: 'Ethereum',
    home: 'Local One',
    away: 'Local Two',
    signed: /^Signed: 0x/,
    sent: /^Sent: 0x/,
    coin: 'ETH',
    next: 'Solana',
  },
  {
    namespace: 'Solana',
    home: 'Local Solana',
    away: 'Local Solana Two',
    signed: /^Signed: [1-9A-HJ-NP-Za-km-z]{80,90}$/,
    sent: /^Sent: \w{80,90}$/,
    coin: 'SOL',
    next: 'Bitcoin',
  },
  {
    namespace: 'Bitcoin',
    home: 'Local Bitcoin',
    away: 'Local Signet',
    signed: /^Signed: [A-Za-z\d+/=]{60,}$/,
    sent: /^Sent: [\da-f]{64}$/,
    coin: 'BTC',
    next: undefined,
  },
] as const

/** Returns the accounts (CAIP-10) that the page has a session for. */
async function sessionsOf(page: Page): Promise<string[]> {
  const stored = (await page.evaluate(() => JSON.parse(localStorage.getItem('@appkit/siwx') ?? '[]'))) as {
    data: { chainId: string; accountAddress: string }
  }[]
  return stored.map(({ data }) => `${data.chainId}:${data.accountAddress}`)
}

/** Connects a wallet of a namespace that has none yet, starting from the network list. */
async function connectNamespace(
  demo: Demo,
  namespace: 'Solana' | 'Bitcoin',
  { signsIn = false } = {},
): Promise<void> {
  await demo.chooseNetwork(`Local ${namespace}`)
  const view = demo.view('Switch Network')
  await view.getByRole('button', { name: `Connect a wallet for ${namespace}` }).click()
  await demo.view('Connect Wallet').getByRole('button', { name: wallets[namespace] }).click()
  await expect(demo.output(`${namespace} account`)).toHaveText(visitor[namespace])
  if (signsIn) await demo.signIn()
  await expect(demo.dialog).toBeHidden()
}

async function expectAccounts(demo: Demo, connected: readonly NamespaceName[]): Promise<void> {
  for (const namespace of namespaces)
    await expect(demo.output(`${namespace} account`)).toHaveText(
      connected.includes(namespace) ? visitor[namespace] : '–',
    )
}

test.describe('several namespaces', () => {
  test('behavior: three wallets side by side: each connects, is used, emits events, reconnects and disconnects independently', async ({
    page,
    demo,
  }) => {
    await demo.open(off)
    await demo.connect()
    await connectNamespace(demo, 'Solana')
    await expect(demo.output('CAIP address')).toHaveText(visitor.Solana)
    await expect(demo.output('Network')).toContainText('Local Solana')
    await connectNamespace(demo, 'Bitcoin')
    await expectAccounts(demo, ['Ethereum', 'Solana', 'Bitcoin'])
    await expect(demo.output('Connected wallet')).toHaveText('Bit Wallet')

    // Switching to a connected namespace sends no request to a wallet.
    await demo.chooseNetwork('Local Two')
    await expect(demo.output('Network')).toContainText('Local Two')
    await expect(demo.output('Solana account')).toHaveText(visitor.Solana)

    await page.reload()
    const addressOnLocalTwo = visitor.Ethereum.replace('31337', '31338')
    await expect(demo.output('Ethereum account')).toHaveText(addressOnLocalTwo)
    await expect(demo.output('Solana account')).toHaveText(visitor.Solana)
    await expect(demo.output('Bitcoin account')).toHaveText(visitor.Bitcoin)
    await expect(demo.output('CAIP address')).toHaveText(addressOnLocalTwo)

    // A wallet's events affect only its own namespace, also when another one is active.
    await demo.solanaWallet((wallet) => wallet.switchAccount(1))
    await expect(demo.output('Solana account')).toContainText('AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD')
    await expect(demo.output('Bitcoin account')).toHaveText(visitor.Bitcoin)
    await expect(demo.output('CAIP address')).toHaveText(addressOnLocalTwo)

    await page.getByRole('button', { name: /0xf3/ }).first().click()
    await demo
      .view('Account')
      .getByRole('button', { name: /^Your wallets/ })
      .click()
    const yourWallets = demo.view('Your Wallets')
    await yourWallets.getByRole('button', { name: 'Disconnect Sol Wallet from Solana' }).click()
    await expect(demo.output('Solana account')).toHaveText('–')
    await expect(demo.output('Bitcoin account')).toHaveText(visitor.Bitcoin)
    await yourWallets.getByRole('button', { name: /^bcrt…/ }).click()
    await expect(demo.view('Account')).toBeVisible()
    await expect(demo.output('CAIP address')).toHaveText(visitor.Bitcoin)
    await demo
      .view('Account')
      .getByRole('button', { name: /^Your wallets/ })
      .click()
    await yourWallets.getByRole('button', { name: 'Disconnect all' }).click()
    await expectAccounts(demo, [])
    await expect(demo.dialog).toBeHidden()
  })

  test('behavior: sign-in, network switch, signing, sending and account switch in one namespace do not affect the other two', async ({
    page,
    demo,
  }) => {
    test.setTimeout(120_000)
    await demo.open({ options: { signIn: 'required', relay: false }, wallets: 'all' })
    await demo.connect()
    await demo.signIn()
    await connectNamespace(demo, 'Solana', { signsIn: true })
    await connectNamespace(demo, 'Bitcoin', { signsIn: true })
    const result = page.getByRole('status', { name: 'Result' })
    const accounts: Record<NamespaceName, string> = { ...visitor }
    const testWallets = { Ethereum: demo.wallet, Solana: demo.solanaWallet, Bitcoin: demo.bitcoinWallet }
    let sessions = await sessionsOf(page)
    expect(sessions.toSorted()).toEqual(Object.values(visitor).toSorted())
    for (const { namespace, home, away, signed, sent } of steps) {
      await demo.chooseNetwork(home)
      await expect(demo.output('CAIP address')).toHaveText(accounts[namespace])
      await expect(demo.dialog).toBeHidden()
      // A request to the other wallets would be pending there.
      for (const each of namespaces) {
        if (each === namespace) await testWallets[each]((wallet) => wallet.setPolicy('approve'))
        else await testWallets[each]((wallet) => wallet.setPolicy('hang'))
      }
      /** Checks that only this namespace has changed, and that the other wallets got no request. */
      const expectOnlyThisChanged = async (): Promise<void> => {
        await expect(demo.output(`${namespace} account`)).not.toHaveText(accounts[namespace])
        accounts[namespace] = (await demo.output(`${namespace} account`).textContent()) as string
        for (const each of namespaces) await expect(demo.output(`${each} account`)).toHaveText(accounts[each])
        await expect(demo.output('CAIP address')).toHaveText(accounts[namespace])
        const [before, after] = [sessions, await sessionsOf(page)]
        // One more session, of this account, and all others are kept.
        expect(after.toSorted()).toEqual([...before, accounts[namespace]].toSorted())
        sessions = after
        for (const each of namespaces)
          expect(await testWallets[each]((wallet) => wallet.pending.length)).toBe(0)
      }
      await demo.chooseNetwork(away)
      await demo.signIn()
      await expect(demo.output('Network')).toContainText(away)
      await expectOnlyThisChanged()
      await page.getByRole('button', { name: 'Sign message' }).click()
      await expect(result).toHaveText(signed)
      await page.getByRole('button', { name: 'Send transaction' }).click()
      await expect(result).toHaveText(sent)
      await testWallets[namespace]((wallet) => wallet.switchAccount(1))
      await demo.signIn()
      await expectOnlyThisChanged()
    }
    await page.reload()
    for (const each of namespaces) await expect(demo.output(`${each} account`)).toHaveText(accounts[each])
    await expect(demo.output('CAIP address')).toHaveText(accounts.Bitcoin)
    await demo.bitcoinWallet((wallet) => wallet.disconnect())
    await expect(demo.output('Bitcoin account')).toHaveText('–')
    for (const each of ['Ethereum', 'Solana'] as const)
      await expect(demo.output(`${each} account`)).toHaveText(accounts[each])
    // Another namespace is active then.
    await expect(demo.output('Status')).toHaveText('connected')
  })

  test('behavior: a rejection in one wallet does not affect the others', async ({ demo }) => {
    await demo.open(off)
    await demo.connect()
    await demo.solanaWallet((wallet) => wallet.setPolicy('reject'))
    await demo.chooseNetwork('Local Solana')
    await demo.view('Switch Network').getByRole('button', { name: 'Connect a wallet for Solana' }).click()
    const connect = demo.view('Connect Wallet')
    await expect(connect.getByRole('button', { name: /^Dev Wallet/ })).toHaveCount(0)
    await expect(connect.getByRole('button', { name: /^Bit Wallet/ })).toHaveCount(0)
    await connect.getByRole('button', { name: /^Sol Wallet/ }).click()
    await expect(demo.view('Sol Wallet')).toContainText('You declined')
    await expectAccounts(demo, ['Ethereum'])
    await expect(demo.output('CAIP address')).toHaveText(visitor.Ethereum)
    await demo.view('Sol Wallet').getByRole('button', { name: 'Back' }).click()
    // The list of Solana wallets, not the connected account.
    await expect(connect.getByRole('button', { name: /^Sol Wallet/ })).toBeVisible()
  })

  test('behavior: cancelling a required sign-in shows Connect, and the other wallet stays connected', async ({
    demo,
  }) => {
    await demo.open({ options: { signIn: 'required', relay: false }, wallets: 'all' })
    await demo.connect()
    await demo.signIn()
    await demo.chooseNetwork('Local Solana')
    await demo.view('Switch Network').getByRole('button', { name: 'Connect a wallet for Solana' }).click()
    await demo.view('Connect Wallet').getByRole('button', { name: wallets.Solana }).click()
    await demo.view('Sign In').getByRole('button', { name: 'Cancel' }).click()
    await expectAccounts(demo, ['Ethereum'])
    // Still open after the session of the other account was found.
    await expect(demo.output('Session')).toContainText('eip155:31337')
    await expect(demo.view('Connect Wallet')).toBeVisible()
  })

  test('behavior: a wallet with several namespaces asks which to connect, and connects the others later', async ({
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

  test('behavior: Polyglot, namespace by namespace: connect, sign in, tokens, NFTs, activity, sign, send, another network; another account, reload, disconnect', async ({
    page,
    demo,
  }) => {
    test.setTimeout(180_000)
    await demo.open({ options: { signIn: 'required', relay: false }, wallets: 'all' })
    const result = page.getByRole('status', { name: 'Result' })
    const account = demo.view('Account')
    const yourWallets = demo.view('Your Wallets')
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    for (const { namespace, away, signed, sent, coin, next } of steps) {
      await demo
        .view('Connect Wallet')
        .getByRole('button', { name: /^Polyglot/ })
        .click()
      if (namespace === 'Ethereum') await demo.dialog.getByTestId('wui-list-chain-eip155').click()
      await demo.signIn()
      await expect(demo.output('CAIP address')).toHaveText(visitor[namespace])
      const rows = await demo.openAccount('Tokens')
      await expect(rows.filter({ hasText: coin }).first()).toBeVisible()
      await account.getByRole('tab', { name: 'NFTs' }).click()
      const picture = account.getByRole('tabpanel').getByText(/^Arch/).first()
      if (namespace === 'Bitcoin')
        await expect(account.getByRole('tabpanel').getByRole('heading')).toBeVisible()
      else await expect(picture).toBeVisible()
      await account.getByRole('tab', { name: 'Activity' }).click()
      await expect.poll(() => rows.count()).toBeGreaterThan(1)
      const entries = rows.filter({ hasText: new RegExp(`^Sent.*(0\\.010|0\\.0001) ${coin}`) })
      const before = await entries.count()
      await account.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: 'Sign message' }).click()
      await expect(result).toHaveText(signed)
      await page.getByRole('button', { name: 'Send transaction' }).click()
      await expect(result).toHaveText(sent)
      await demo.openAccount('Activity')
      await expect(entries).toHaveCount(before + 1, { timeout: 30_000 })
      await account.getByRole('button', { name: 'Close' }).click()
      await demo.chooseNetwork(away)
      await demo.signIn()
      await expect(demo.output('Network')).toContainText(away)
      if (!next) break
      await page.getByTestId('account-button').first().click()
      await account.getByTestId('wui-wallet-switch').click()
      await yourWallets.getByRole('button', { name: `Connect a wallet for ${next}` }).click()
    }
    // Two sessions per namespace, each of its own accounts.
    const sessions = await sessionsOf(page)
    expect(sessions.map((session) => session.split(':')[0]).toSorted()).toEqual(
      ['bip122', 'eip155', 'solana'].flatMap((prefix) => [prefix, prefix]),
    )

    await page.evaluate('window.devPolyglot.switchAccount(1)')
    await demo.signIn()
    await page.reload()
    for (const [namespace, address] of [
      ['Ethereum', ':0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
      ['Solana', ':AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'],
      ['Bitcoin', ':tb1qddd479298yf4mtzdxwudkd7npj7ln3s52vyrpc'],
    ] as const)
      await expect(demo.output(`${namespace} account`)).toContainText(address)
    await page.getByTestId('account-button').first().click()
    await account.getByTestId('wui-wallet-switch').click()
    await yourWallets.getByRole('button', { name: 'Disconnect all' }).click()
    await expectAccounts(demo, [])
    expect(await sessionsOf(page)).toEqual([])
  })
})

for (const { name, ...use } of [
  { name: 'wide', viewport: { width: 1000, height: 900 }, hasTouch: false, isMobile: false },
  { name: 'touch', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
]) {
  test.describe(`several namespaces, accessibility, ${name}`, () => {
    test.use(use)

    test('behavior: their views pass axe in light and dark, have their names, and have targets of the minimum size', async ({
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
      await check('choose a namespace')
      await demo.dialog.getByTestId('wui-list-chain-eip155').click()
      await expect(demo.output('Status')).toHaveText('connected')
      await demo.chooseNetwork('Local Bitcoin')
      await expect(demo.dialog.getByTestId('w3m-switch-active-chain-button')).toBeFocused()
      await check('a namespace without a wallet')
      await demo.dialog.getByTestId('w3m-switch-active-chain-button').click()
      await expect(demo.view('Connect Wallet')).toContainText('Wallets for Bitcoin')
      await check('wallets of one namespace')
      await demo
        .view('Connect Wallet')
        .getByRole('button', { name: /^Bit Wallet/ })
        .click()
      await expect(demo.output('Bitcoin account')).toHaveText(visitor.Bitcoin)
      await page.getByTestId('account-button').first().click()
      await expect(demo.view('Account').getByTestId('wui-wallet-switch')).toBeVisible()
      await check('account')
      await demo.view('Account').getByTestId('wui-wallet-switch').click()
      await expect(demo.view('Your Wallets').getByTestId('active-connection')).toHaveCount(2)
      await check('your wallets')
    })
  })
}
