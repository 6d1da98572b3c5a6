import type { Locator } from '@playwright/test'
import { devnetManifest } from '@portico/devnet/manifest'
import { encodeFunctionData, parseAbi } from 'viem'
import { callChain } from './callChain.ts'
import { fillSend, type Payment } from './fillSend.ts'
import { openSend } from './openSend.ts'
import { previewSend } from './previewSend.ts'
import { registerName } from './registerName.ts'
import { type Demo, expect, test } from './test.ts'

const off = { signIn: 'off' }
/** Accounts of the local chains that no other test looks at. */
const [carol, dave, erin] = [
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
] as const
/** Nobody has paid it before. */
const nobody = '0x1111222233334444555566667777888899990000'
const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const payment = { token: /^Ether/, amount: '0.25', to: carol as string }
const fillForm = (demo: Demo, changes: Partial<Payment> = {}) => fillSend(demo, { ...payment, ...changes })
const preview = (demo: Demo, changes: Partial<Payment> = {}) => previewSend(demo, { ...payment, ...changes })
const send = (view: Locator) => view.getByRole('button', { name: 'Send', exact: true })

test.describe('send', () => {
  test('behavior: the coin, from the form over the preview and the wallet to the block', async ({
    page,
    demo,
    stack,
  }) => {
    const read = async () => BigInt((await callChain(stack, 'eth_getBalance', [nobody, 'latest'])) as string)
    const before = await read()
    await demo.open({ options: off })
    await demo.connect()
    const form = await openSend(demo)
    await form.getByRole('button', { name: 'Select token' }).last().click()
    await demo
      .view('Select Token')
      .getByRole('button', { name: /^Ether/ })
      .click()
    await expect(form.getByRole('button', { name: 'Add amount' })).toBeVisible()
    await form.getByRole('textbox', { name: 'Amount' }).fill('1.2.3')
    await expect(form.getByRole('button', { name: 'Incorrect value' })).toBeVisible()
    await form.getByRole('textbox', { name: 'Amount' }).fill('0,25')
    await expect(form.getByRole('button', { name: 'Add address' })).toBeVisible()
    await form.getByRole('textbox', { name: 'To' }).fill(nobody.slice(0, -1))
    await expect(form.getByRole('button', { name: 'Invalid address' })).toBeVisible()
    await form.getByRole('textbox', { name: 'To' }).fill(nobody)
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: `${folder}/send.png` })
    await form.getByRole('button', { name: 'Preview send' }).click()
    const shown = demo.view('Preview Send')
    await expect(shown.getByTestId('details-send')).toContainText('0.25 ETH')
    await expect(shown.getByTestId('details-to')).toContainText(nobody)
    await expect(shown.getByText('This is the first time')).toBeVisible()
    if (folder) await page.screenshot({ path: `${folder}/send-preview.png` })
    await send(shown).click()
    await expect(demo.view('Send Progress').getByText('Confirmed')).toBeVisible()
    if (folder) await page.screenshot({ path: `${folder}/send-confirmed.png` })
    expect((await read()) - before).toBe(25n * 10n ** 16n)
    // Paid once, the recipient is offered.
    await demo.dialog.getByRole('button', { name: 'Done' }).click()
    await demo.view('Account').getByRole('button', { name: 'Send', exact: true }).click()
    await demo.view('Send').getByRole('button', { name: nobody }).click()
    await expect(demo.view('Send').getByRole('textbox', { name: 'To' })).toHaveValue(nobody)
  })

  test('behavior: more than the account has leads to more money, or to another wallet', async ({ demo }) => {
    await demo.open({ options: off })
    await demo.connect()
    const form = await fillForm(demo, { amount: '999999' })
    await expect(form.getByRole('button', { name: 'Insufficient balance' })).toBeVisible()
    await expect(form.getByRole('button', { name: 'Connect different wallet' })).toBeVisible()
    await form.getByRole('button', { name: 'Fund wallet' }).click()
    await expect(demo.view('Fund Wallet')).toBeVisible()
  })

  test('behavior: a refusal in the wallet moves nothing, and the next try is planned anew', async ({
    demo,
  }) => {
    await demo.open({ options: off })
    await demo.connect()
    const shown = await preview(demo, { to: erin })
    await demo.wallet((wallet) => wallet.setPolicy('reject'))
    await send(shown).click()
    const progress = demo.view('Send Progress')
    await expect(progress.getByText('You declined in Dev Wallet. Nothing has moved.')).toBeVisible()
    await demo.wallet((wallet) => wallet.setPolicy('approve'))
    await progress.getByRole('button', { name: 'Try again' }).click()
    await send(demo.view('Preview Send')).click()
    await expect(progress.getByText('Confirmed')).toBeVisible()
  })

  test('behavior: a wallet that does not answer is waited for, and after a reload nothing is sent twice', async ({
    page,
    demo,
  }) => {
    await demo.open({ options: off })
    await demo.connect()
    const shown = await preview(demo, { amount: '0.125', to: dave })
    await demo.wallet((wallet) => wallet.setPolicy('hang'))
    await send(shown).click()
    const progress = demo.view('Send Progress')
    await expect(progress.getByText('Continue in Dev Wallet')).toBeVisible()
    await expect(progress.getByText('Waiting for Dev Wallet…')).toBeVisible({ timeout: 12_000 })
    await page.reload()
    await expect(demo.output('Status')).toHaveText('connected')
    await demo.openAccount('Activity')
    const row = demo.dialog.getByRole('button', { name: /^Send Not known yet/ })
    await expect(row).toContainText('-0.125')
    await row.click()
    await expect(progress.getByText('It may have been sent.')).toBeVisible()
    await expect(progress.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await demo.dialog.getByRole('button', { name: 'Close' }).click()
    const again = await preview(demo, { amount: '0.125', to: dave })
    await expect(send(again)).toHaveAttribute('aria-disabled', 'true')
    await again.getByRole('checkbox', { name: 'Send it once more' }).check()
    await expect(send(again)).not.toHaveAttribute('aria-disabled', 'true')
  })

  test('behavior: a payment under way survives a reload, and is confirmed or replaced by the block', async ({
    page,
    demo,
    stack,
  }) => {
    // From now on a block comes only on request.
    await callChain(stack, 'evm_setIntervalMining', [600])
    try {
      await demo.open({ options: off })
      await demo.connect()
      await send(await preview(demo, { amount: '0.0625', to: erin })).click()
      const progress = demo.view('Send Progress')
      await expect(progress.getByText('Waiting for Local One to confirm.')).toBeVisible()
      await page.reload()
      await expect(demo.output('Status')).toHaveText('connected')
      await demo.openAccount('Activity')
      await demo.dialog.getByRole('button', { name: /^Send Waiting for the network/ }).click()
      await callChain(stack, 'evm_mine', [])
      await expect(progress.getByText('Confirmed')).toBeVisible()
      await demo.dialog.getByRole('button', { name: 'Close' }).click()

      // Only a node tells which nonce the wallet has chosen. Without it, a replacement cannot be noticed.
      const nonceRead = page.waitForResponse((response) =>
        Boolean(response.request().postData()?.includes('eth_getTransactionByHash')),
      )
      await send(await preview(demo, { amount: '0.03125', to: erin })).click()
      await expect(progress.getByText('Waiting for Local One to confirm.')).toBeVisible()
      await nonceRead
      const nonce = await callChain(stack, 'eth_getTransactionCount', [ada, 'latest'])
      const fee = '0x174876e800'
      await callChain(stack, 'eth_sendTransaction', [
        { from: ada, to: ada, value: '0x0', nonce, maxFeePerGas: fee, maxPriorityFeePerGas: fee },
      ])
      await callChain(stack, 'evm_mine', [])
      // Two polls in a row have to agree, which are up to four seconds apart.
      await expect(progress.getByText('This one moved nothing.')).toBeVisible({ timeout: 30_000 })
    } finally {
      await callChain(stack, 'evm_setAutomine', [true])
    }
  })

  test('behavior: an NFT, from its tab', async ({ demo }) => {
    await demo.open({ options: off })
    await demo.connect()
    await demo.openAccount('NFTs')
    const button = demo.dialog.getByRole('button', { name: /^Send Arch/ }).first()
    const name = ((await button.getAttribute('aria-label')) ?? '').replace('Send ', '')
    await button.click()
    const form = demo.view('Send')
    await expect(form.getByRole('textbox', { name: 'Amount' })).toHaveAttribute('readonly')
    await form.getByRole('textbox', { name: 'To' }).fill(carol)
    await form.getByRole('button', { name: 'Preview send' }).click()
    await expect(demo.view('Preview Send').getByTestId('details-send')).toHaveText(new RegExp(`1 × ${name}`))
    await send(demo.view('Preview Send')).click()
    await expect(demo.view('Send Progress').getByText('Confirmed')).toBeVisible()
    await demo.dialog.getByRole('button', { name: 'Done' }).click()
    await demo.view('Account').getByRole('tab', { name: 'NFTs' }).click()
    await expect(demo.dialog.getByRole('button', { name: `Send ${name}`, exact: true })).toHaveCount(0)
  })

  test('behavior: some copies of an NFT (ERC-1155), to a name whose whole address is shown', async ({
    demo,
    stack,
  }) => {
    const { name, address } = await registerName({ gatewayUrl: stack.gatewayUrl, avatar: '' })
    const [{ contracts }] = devnetManifest.chains
    const data = encodeFunctionData({
      abi: parseAbi(['function balanceOf(address, uint256) view returns (uint256)']),
      args: [address as `0x${string}`, 3n],
    })
    await demo.open({ options: off })
    await demo.connect()
    await demo.openAccount('NFTs')
    await demo.dialog.getByRole('button', { name: 'Send Basalt keystone' }).click()
    const form = demo.view('Send')
    const amount = form.getByRole('textbox', { name: 'Amount' })
    await amount.fill('1000')
    await form.getByRole('textbox', { name: 'To' }).fill(name)
    await expect(form.getByRole('button', { name: 'Insufficient balance' })).toBeVisible()
    await amount.fill('1.5')
    await expect(form.getByRole('button', { name: 'Incorrect value' })).toBeVisible()
    await amount.fill('2')
    await expect(form.getByRole('status').filter({ hasText: address })).toContainText(name)
    await form.getByRole('button', { name: 'Preview send' }).click()
    const shown = demo.view('Preview Send')
    await expect(shown.getByTestId('details-send')).toContainText('2 × Basalt keystone')
    await expect(shown.getByTestId('details-to')).toContainText(`${name} ${address}`)
    await send(shown).click()
    await expect(demo.view('Send Progress').getByText(`2 Basalt keystone sent to ${name}.`)).toBeVisible()
    expect(Number(await callChain(stack, 'eth_call', [{ to: contracts.keystones, data }, 'latest']))).toBe(2)
  })

  test('behavior: what the network has dropped is said to be, and is confirmed after all when it is sent again', async ({
    page,
    demo,
    stack,
  }) => {
    await callChain(stack, 'evm_setIntervalMining', [600])
    try {
      await page.clock.install()
      await demo.open({ options: off })
      await demo.connect()
      const known = page.waitForResponse((response) =>
        Boolean(response.request().postData()?.includes('eth_getTransactionByHash')),
      )
      await send(await preview(demo, { amount: '0.015625', to: dave })).click()
      const progress = demo.view('Send Progress')
      await expect(progress.getByText('Waiting for Local One to confirm.')).toBeVisible()
      await known
      const block = await callChain(stack, 'eth_getBlockByNumber', ['pending', false])
      const [hash] = (block as { transactions: string[] }).transactions
      const raw = await callChain(stack, 'eth_getRawTransactionByHash', [hash])
      await callChain(stack, 'anvil_dropTransaction', [hash])
      const gone = page.waitForResponse(async (response) => {
        const isAsked = response.request().postData()?.includes('eth_getTransactionByHash')
        return isAsked === true && (await response.text()).includes('null')
      })
      await gone
      // The page has noted it once it asks again; until then, the time that passes does not count.
      await page.waitForRequest((request) =>
        Boolean(request.postData()?.includes('eth_getTransactionReceipt')),
      )
      await page.clock.fastForward(11_000)
      await expect(progress.getByText('Nothing has moved so far')).toBeVisible()
      await callChain(stack, 'eth_sendRawTransaction', [raw])
      await expect(progress.getByText('Waiting for Local One to confirm.')).toBeVisible()
      await callChain(stack, 'evm_mine', [])
      await expect(progress.getByText('Confirmed')).toBeVisible()
    } finally {
      await callChain(stack, 'evm_setAutomine', [true])
    }
  })

  test('behavior: all of a token, and everything of the coin that the fee leaves', async ({
    demo,
    stack,
  }) => {
    await demo.open({ options: off })
    await demo.connect()
    const shown = await preview(demo, { token: /^Dev USD/, amount: '12.5', to: dave })
    await expect(shown.getByTestId('details-get')).toContainText('12.5 DUSD')
    await send(shown).click()
    await expect(demo.view('Send Progress').getByText('Confirmed')).toBeVisible()
    await demo.dialog.getByRole('button', { name: 'Close' }).click()
    const form = await fillForm(demo, { amount: '1', to: dave })
    await form.getByRole('button', { name: 'Max' }).click()
    await expect.poll(() => form.getByRole('textbox', { name: 'Amount' }).inputValue()).toMatch(/^\d+\.\d+$/)
    await form.getByRole('button', { name: 'Preview send' }).click()
    await send(demo.view('Preview Send')).click()
    await expect(demo.view('Send Progress').getByText('Confirmed')).toBeVisible()
    const left = BigInt((await callChain(stack, 'eth_getBalance', [ada, 'latest'])) as string)
    expect(left).toBeLessThan(10n ** 16n)
    // For the tests that follow.
    await callChain(stack, 'anvil_setBalance', [ada, '0x56bc75e2d63100000'])
    await callChain(stack, 'evm_mine', [])
  })

  test('behavior: the coin can be sent while the gateway is unreachable', async ({ demo, stack }) => {
    await demo.open({ options: off })
    await demo.connect()
    await stack.stop('gateway')
    try {
      await demo.open({ options: off })
      await expect(demo.output('Status')).toHaveText('connected')
      const shown = await preview(demo, { amount: '0.5', to: dave })
      await send(shown).click({ timeout: 30_000 })
      await expect(demo.view('Send Progress').getByText('Confirmed')).toBeVisible({ timeout: 20_000 })
    } finally {
      await stack.start('gateway')
    }
  })
})
