import type { Page } from '@playwright/test'
import { devnetManifest } from '@portico/devnet/manifest'
import {
  createWalletClient,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseEther,
  zeroHash,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { callChain } from './callChain.ts'
import { checkWalletPage } from './checkWalletPage.ts'
import { createViewCheck, findViolations, smallTargets } from './createViewCheck.ts'
import { fillSend } from './fillSend.ts'
import { openWalletWindow } from './openWalletWindow.ts'
import { sendEther } from './sendEther.ts'
import type { Stack } from './stack.ts'
import { startPaymaster } from './startPaymaster.ts'
import { expect, test } from './testWithWallet.ts'

test.describe('several calls of the embedded wallet', () => {
  test('behavior: rejected, then all or none with one approval, which upgrades the account once', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    const { page, demo, frame } = visitor
    const result = page.getByRole('status', { name: 'Result' })
    const sendCalls = page.getByRole('button', { name: 'Send calls' })
    const capabilities = page.getByRole('button', { name: 'Capabilities', exact: true })
    const facts = frame.locator('.facts').first()
    const upgrade = frame.getByText(/^Turns on smart-account features on Local One/)
    await demo.open({ options: { signIn: 'required' }, wallets: 'none' })
    const account = await visitor.logIn(mailbox.address())
    await expect(demo.output('Session')).toContainText('eip155:31337')
    await sendEther(stack, account, 1)
    const read = async (method: string) => callChain(stack, method, [account, 'latest'])
    await capabilities.click()
    await expect(result).toContainText('"atomic":{"status":"ready"}')

    await sendCalls.click()
    await expect(demo.view('Approve Transaction')).toBeVisible()
    await expect(upgrade).toBeVisible()
    await frame.getByRole('button', { name: 'Reject' }).click()
    await expect(result).toHaveText('You declined the request in the wallet. (code 4001)')
    await expect(demo.dialog).toBeHidden()
    expect([await read('eth_getCode'), await read('eth_getTransactionCount')]).toEqual(['0x', '0x0'])

    await sendCalls.click()
    await expect(frame.getByRole('heading', { name: 'Send 0.003 ETH to 2 recipients' })).toBeVisible()
    await expect(facts).toContainText('All of it or nothing')
    for (const text of ['Call 1 of 2', 'Send 0.001 ETH', 'Call 2 of 2', 'Send 0.002 ETH'])
      await expect(facts).toContainText(text)
    await expect(upgrade).toBeVisible()
    await frame.getByRole('button', { name: 'Approve' }).click()
    const sent = 'Sent as one batch, status 200, 1 transaction, all or none.'
    await expect(result).toHaveText(sent)
    await expect(demo.dialog).toBeHidden()
    expect(await read('eth_getCode')).toMatch(/^0xef0100[0-9a-f]{40}$/)
    const left = BigInt((await read('eth_getBalance')) as string)
    expect(left < 997n * 10n ** 15n && left > 99n * 10n ** 16n).toBe(true)

    await capabilities.click()
    await expect(result).toContainText('"atomic":{"status":"supported"}')
    await sendCalls.click()
    await expect(facts).toContainText('Call 2 of 2')
    await expect(upgrade).toHaveCount(0)
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(result).toHaveText(sent)

    // All else is as before.
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(frame.getByRole('heading', { name: 'Signature request' })).toBeVisible()
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(result).toHaveText(/^Signed: 0x[0-9a-f]{130}$/)
    await page.getByRole('button', { name: 'Send transaction' }).click()
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(result).toHaveText(/^Sent: 0x[0-9a-f]{64}$/)
    await expect(demo.dialog).toBeHidden()

    // On a phone it is turned off again, and the visitor stays signed in.
    await page.setViewportSize({ width: 390, height: 760 })
    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Account settings' }).click()
    await demo
      .view('Account Settings')
      .getByRole('button', { name: /^Smart account settings/ })
      .click()
    const smart = demo.view('Smart Account Settings')
    await smart.getByRole('button', { name: 'Turn off on Local One' }).click()
    await expect(
      frame.getByRole('heading', { name: 'Turn off smart-account features on Local One' }),
    ).toBeVisible()
    for (const text of [
      'turn on again only with a transaction that you approve',
      'Fee, at most',
      'Local One',
    ])
      await expect(facts).toContainText(text)
    await expect(frame.getByText(/^Permissions given on this network end/)).toBeVisible()
    await checkFrame(page, 'turning off')
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: `${folder}/turning-off.png` })
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(smart.getByRole('listitem').filter({ hasText: 'Local One' })).toContainText('Turned off')
    expect(await read('eth_getCode')).toBe('0x')
    await page.reload()
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(demo.output('Session')).toContainText('eip155:31337')
    await expect(demo.dialog).toBeHidden()
    await capabilities.click()
    await expect(result).toContainText('"atomic":{"status":"ready"}')
  })
})

const manager = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'

/** Sends coins of an account with its permission, as whoever has the key. Returns the status of the transaction. */
async function redeem(
  stack: Stack,
  key: PrivateKeyAccount,
  { context, to, value }: { context: Hex; to: Hex; value: bigint },
): Promise<unknown> {
  const data = encodeFunctionData({
    abi: parseAbi(['function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)']),
    args: [[context], [zeroHash], [encodePacked(['address', 'uint256', 'bytes'], [to, value, '0x'])]],
  })
  const client = createWalletClient({ account: key, transport: http(stack.rpcUrls[31337]) })
  const hash = await client.sendTransaction({ to: manager, data, gas: 500_000n, chain: null })
  const read = async () => callChain(stack, 'eth_getTransactionReceipt', [hash])
  await expect.poll(read).not.toBe(null)
  return ((await read()) as { status: string }).status
}

test.describe('permissions of the embedded wallet', () => {
  test('behavior: lowered and granted by the keyboard, used by the session key, and revoked', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    test.setTimeout(120_000)
    const { page, demo, frame } = visitor
    const result = page.getByRole('status', { name: 'Result' })
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    const account = await visitor.logIn(mailbox.address())
    await sendEther(stack, account, 1)

    await page.getByRole('button', { name: 'Grant permission' }).click()
    const opened = await openWalletWindow(page, frame, 'Permission')
    await opened.setViewportSize({ width: 390, height: 760 })
    const amount = opened.getByRole('textbox', { name: 'Amount in ETH' })
    const ends = opened.getByRole('combobox', { name: 'Ends' })
    const cost = opened.locator('output')
    await expect(amount).toHaveValue('0.001')
    await expect(cost).toHaveText(/^At most 0\.001 ETH.*, until 20\d\d-.* UTC\.$/)
    for (const text of ['Given to', 'anybody it chooses', 'Local One', 'Small payments of this demo'])
      await expect(opened.locator('.facts').first()).toContainText(text)
    await expect(opened.getByText(/without asking you/)).toBeVisible()
    const folder = process.env.SCREENSHOTS
    if (folder) await opened.screenshot({ path: `${folder}/permission.png`, fullPage: true })
    await checkWalletPage(opened, 'a permission')

    // What is too much is not approved, and says so.
    const approve = opened.getByRole('button', { name: 'Approve' })
    const press = async () => {
      await approve.focus()
      await expect(approve).toHaveAttribute('data-armed', '')
      await opened.keyboard.down('Enter')
      await opened.waitForTimeout(1700)
      await opened.keyboard.up('Enter')
    }
    await amount.fill('0.0011')
    await expect(opened.getByRole('alert')).toHaveText('Enter a number above 0 and not above 0.001 ETH.')
    await press()
    await expect(amount).toBeFocused()
    await opened.keyboard.press('ControlOrMeta+A')
    await opened.keyboard.type('0,0004')
    await expect(cost).toHaveText(/^At most 0\.0004 ETH/)
    await ends.press('End')
    await expect(ends.getByRole('option', { selected: true })).toHaveText('in 1 hour')
    const closed = opened.waitForEvent('close')
    await press()
    await closed

    // The account is upgraded first, with a transaction that is asked for itself.
    await expect(
      frame.getByRole('heading', { name: 'Turn on smart-account features on Local One' }),
    ).toBeVisible()
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(result).toHaveText(
      /^Granted 0\.0004 ETH to 0x[0-9a-fA-F]{40}, until 20\d\d-\d\d-\d\d \d\d:\d\d UTC\. Its context has \d+ bytes\.$/,
    )
    await expect(demo.dialog).toBeHidden()
    expect(await callChain(stack, 'eth_getCode', [account, 'latest'])).toMatch(/^0xef0100/)

    const [secret, context] = (await page.evaluate(
      "[sessionStorage.getItem('session-key'), sessionStorage.getItem('session-context')]",
    )) as [Hex, Hex]
    const key = privateKeyToAccount(secret)
    await sendEther(stack, key.address, 1)
    const held = async () => callChain(stack, 'eth_getBalance', [key.address, 'latest'])
    await expect.poll(held).not.toBe('0x0')
    const use = (ether: string) => redeem(stack, key, { context, to: key.address, value: parseEther(ether) })
    expect([await use('0.0003'), await use('0.0002'), await use('0.0001')]).toEqual(['0x1', '0x0', '0x1'])

    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Account settings' }).click()
    await demo
      .view('Account Settings')
      .getByRole('button', { name: /^Smart account settings/ })
      .click()
    const granted = demo
      .view('Smart Account Settings')
      .getByRole('region', { name: 'Permissions of this site' })
      .getByRole('listitem')
    await expect(granted).toContainText('0.0004 ETH')
    await createViewCheck({ page, demo, least: 24 })('Smart Account Settings with a permission')
    if (folder) await page.screenshot({ path: `${folder}/permission-settings.png` })
    // An account that cannot pay, and nobody who does: the request says what to do.
    const { relayer } = devnetManifest.sponsor
    const before = await callChain(stack, 'eth_getBalance', [relayer, 'latest'])
    for (const address of [relayer, account]) await callChain(stack, 'anvil_setBalance', [address, '0x0'])
    const revoke = granted.getByRole('button', { name: /^Revoke/ })
    await revoke.click()
    await expect(
      frame.getByText(
        /^Not enough ETH for the fee: it would fail now\. Get some first, or wait: the permission works until 20\d\d-.* UTC at the latest\.$/,
      ),
    ).toBeVisible()
    await checkFrame(page, 'a revocation that nobody pays for')
    if (folder) await page.screenshot({ path: `${folder}/revoke-unpaid.png` })
    await frame.getByRole('button', { name: 'Reject' }).click()
    await expect(granted).toContainText('You declined. Nothing has changed.')
    await callChain(stack, 'anvil_setBalance', [relayer, before])
    await revoke.click()
    await expect(frame.getByRole('heading', { name: 'Revoke a permission' })).toBeVisible()
    await expect(frame.locator('.facts').first()).toContainText(/FeePaid by /)
    if (folder) await page.screenshot({ path: `${folder}/revoke-paid.png` })
    await expect(frame.locator('.facts').first()).toContainText('the permission to send 0.0004 ETH in total')
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(granted).toContainText('Revoked')
    await page.keyboard.press('Escape')
    await expect(demo.dialog).toBeHidden()
    // It has ended already, so nothing is asked.
    await page.getByRole('button', { name: 'Revoke permission' }).click()
    await expect(result).toHaveText('Revoked: the key can no longer use it.')
    expect(await use('0')).toBe('0x0')
    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('tab', { name: 'Activity' }).click()
    await expect(demo.view('Account').getByText('Permission revoked')).toBeVisible()
    if (folder) await page.screenshot({ path: `${folder}/revoke-activity.png` })
  })
})

test.describe('fees that others pay for the embedded wallet', () => {
  const dollar = devnetManifest.chains[0].tokens[0]?.address ?? '0x'

  test('behavior: an account without coins acts at once; without a sponsor it says so; a token pays if it is chosen', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    test.setTimeout(120_000)
    const { page, demo, frame } = visitor
    const result = page.getByRole('status', { name: 'Result' })
    const sendTokens = page.getByRole('button', { name: 'Send token calls' })
    const facts = frame.locator('.facts').first()
    const approve = frame.getByRole('button', { name: 'Approve' })
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    const account = await visitor.logIn(mailbox.address())
    const read = async (method: string) => callChain(stack, method, [account, 'latest'])
    const dollars = async () =>
      BigInt(
        (await callChain(stack, 'eth_call', [
          { to: dollar, data: `0x70a08231${account.slice(2).padStart(64, '0')}` },
          'latest',
        ])) as string,
      )
    const rich = privateKeyToAccount(devnetManifest.accounts[0]?.privateKey ?? '0x')
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [account as Hex, 5_000_000n],
    })
    await callChain(stack, 'eth_sendTransaction', [{ from: rich.address, to: dollar, data }])
    await expect.poll(dollars).toBe(5_000_000n)

    // The first action: with the upgrade, and nothing to pay.
    await sendTokens.click()
    await expect(demo.view('Approve Transaction')).toBeVisible()
    await expect(facts).toContainText(/FeePaid by /)
    await expect(frame.getByText(/^Turns on smart-account features on Local One/)).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await checkFrame(page, 'a request that the project pays for')
    await page.setViewportSize({ width: 1280, height: 800 })
    await frame.getByRole('button', { name: 'Reject' }).click()
    await expect(result).toHaveText('You declined the request in the wallet. (code 4001)')
    await sendTokens.click()
    await approve.click()
    await expect(result).toHaveText('Sent as one batch, status 200, 1 transaction, all or none.')
    expect(await read('eth_getCode')).toMatch(/^0xef0100[0-9a-f]{40}$/)
    expect([await read('eth_getBalance'), await dollars()]).toEqual(['0x0', 4_700_000n])

    // The modal does not refuse for want of coins: the wallet says who pays.
    const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    const form = await fillSend(demo, { token: /^Dev USD/, amount: '1', to: bob })
    await form.getByRole('button', { name: 'Preview send' }).click()
    await expect(facts).toContainText(/FeePaid by /)
    await approve.click()
    await expect(demo.view('Send Progress').getByRole('heading', { name: 'Confirmed' })).toBeVisible()
    await page.keyboard.press('Escape')
    expect([await read('eth_getBalance'), await dollars()]).toEqual(['0x0', 3_700_000n])

    // The sponsor has nothing left: the request says so, and that nobody can pay.
    const { relayer } = devnetManifest.sponsor
    const before = await callChain(stack, 'eth_getBalance', [relayer, 'latest'])
    await callChain(stack, 'anvil_setBalance', [relayer, '0x0'])
    await sendTokens.click()
    await expect(frame.getByText('Not enough ETH: it would fail now.').first()).toBeVisible()
    await frame.getByRole('button', { name: 'Reject' }).click()
    await expect(result).toHaveText('You declined the request in the wallet. (code 4001)')
    await callChain(stack, 'anvil_setBalance', [relayer, before])

    // What the project does not pay for: the visitor chooses between coins and the token, by the keyboard.
    await sendEther(stack, account, 1)
    await page.getByRole('button', { name: 'Send calls' }).click()
    const coins = frame.getByRole('radio', { name: /^Pay with ETH/ })
    const tokens = frame.getByRole('radio', { name: /^Pay with DUSD/ })
    await expect(coins).toBeChecked()
    await expect(frame.getByText(/does not pay the fee of this transaction: you pay it\.$/)).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await checkFrame(page, 'two ways to pay')
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: `${folder}/payments.png` })
    await coins.focus()
    await page.keyboard.press('ArrowDown')
    await expect(tokens).toBeChecked()
    await expect(approve).toHaveAttribute('data-armed', '')
    await approve.focus()
    await page.keyboard.press('Enter')
    await expect(result).toHaveText('Sent as one batch, status 200, 1 transaction, all or none.')
    expect(BigInt((await read('eth_getBalance')) as string)).toBe(997n * 10n ** 15n)
    const fee = 3_700_000n - (await dollars())
    expect(fee > 0n && fee < 2_000_000n).toBe(true)

    // Functions that the wallet does not know, which the project pays for: approved in the wallet's own window.
    const coinsLeft = await read('eth_getBalance')
    const relayed = async () => callChain(stack, 'eth_getTransactionCount', [relayer, 'latest'])
    const relayedBefore = BigInt((await relayed()) as string)
    await page.getByRole('button', { name: 'Sign guestbook' }).click()
    const opened = await openWalletWindow(page, frame, 'Transaction request')
    await expect(opened.getByText(/^Paid by /)).toBeVisible()
    const closed = opened.waitForEvent('close')
    const hold = opened.getByRole('button', { name: 'Approve' })
    await hold.focus()
    await expect(hold).toHaveAttribute('data-armed', '')
    await opened.keyboard.down('Enter')
    await opened.waitForTimeout(1700)
    await opened.keyboard.up('Enter')
    await closed
    await expect(demo.dialog).toBeHidden()
    await expect(result).toHaveText('Sent as one batch, status 200, 1 transaction, all or none.')
    expect([await read('eth_getBalance'), BigInt((await relayed()) as string)]).toEqual([
      coinsLeft,
      relayedBefore + 1n,
    ])

    // A paymaster that the page names: at a host that the project allows it pays, whatever is called.
    const paymaster = await startPaymaster(stack)
    const ask = (url: string) =>
      page.evaluate(
        `appKit.getProvider('eip155').request(${JSON.stringify({
          method: 'wallet_sendCalls',
          params: [
            {
              version: '2.0.0',
              chainId: '0x7a69',
              atomicRequired: true,
              calls: [1, 2].map((value) => ({ to: bob, value: `0x${value}` })),
              capabilities: { paymasterService: { url } },
            },
          ],
        })}).then(({ id }) => id, ({ code, message }) => code + ' ' + message)`,
      )
    const named = ask(paymaster.url)
    await expect(facts).toContainText(`FeePaid by ${new URL(paymaster.url).hostname}`)
    await expect(approve).toHaveAttribute('data-armed', '')
    await approve.click()
    expect(await named).toMatch(/^0x[0-9a-f]{64}$/)
    const left = async () => BigInt((await read('eth_getBalance')) as string)
    await expect.poll(left).toBe(BigInt(coinsLeft as string) - 3n)
    expect(paymaster.asked).toEqual(['pm_getPaymasterStubData', 'pm_getPaymasterData'])
    await expect(demo.dialog).toBeHidden()
    // Any other host is not asked, and nobody else pays instead.
    expect(await ask('https://pay.portico.dev.evil.io/rpc')).toBe(
      '5700 The project does not pay the fee of these calls.',
    )
    expect(paymaster.asked.length).toBe(2)
    await paymaster.close()
  })
})

/** Checks the view in the wallet's frame: targets, overflow, and axe in both themes. */
async function checkFrame(page: Page, view: string): Promise<void> {
  const inner = (await (await page.locator('#w3m-iframe').elementHandle())?.contentFrame()) ?? undefined
  if (!inner) return expect(inner, view).toBeDefined()
  expect.soft(await smallTargets(inner, 44), `${view}: targets`).toEqual([])
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect.soft(await findViolations(inner, colorScheme), `${view}, ${colorScheme}`).toEqual([])
  }
}
