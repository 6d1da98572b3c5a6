import type { Locator, Page } from '@playwright/test'
import { devnetManifest } from '@portico/devnet/manifest'
import { callSolana } from './callSolana.ts'
import { fillSend, type Payment } from './fillSend.ts'
import { openSend } from './openSend.ts'
import { previewSend } from './previewSend.ts'
import type { Stack } from './stack.ts'
import { type Demo, expect, test } from './test.ts'

// Payments change balances for good.
test.use({ isolation: 'lasting' })

const { solana } = devnetManifest
const [dollar, pebble] = solana.tokens
const [visitor, counterparty] = solana.accounts
/** Nobody has paid them before, and they have no token accounts. */
const [nobody, dave, erin] = [
  'HqznL4EpJTbWZmqqetb4sJPftBUN1s6uNdQURBAfAsBr',
  '2iXtA8oeZqUU5pofxK971TCEvFGfems2AcDRaZHKD2pQ',
  '5eUm8K9YiCqAxtyZgmmN1NGhmD3D2C9Azp2Za7nxwhiN',
] as const
const options = { networks: ['local-solana'], relay: false, signIn: 'off' }

const coins = async (stack: Stack, address: string) =>
  (await callSolana<{ value: number }>(stack, 'getBalance', [address, { commitment: 'confirmed' }])).value

/** What an account holds of a token, in base units. */
async function held(stack: Stack, owner: string, mint: string): Promise<string[]> {
  const config = { encoding: 'jsonParsed', commitment: 'confirmed' }
  const { value } = await callSolana<{
    value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
  }>(stack, 'getTokenAccountsByOwner', [owner, { mint }, config])
  return value.map(({ account }) => account.data.parsed.info.tokenAmount.amount)
}

async function connect(demo: Demo) {
  await demo.open({ options, wallets: 'solana' })
  await demo.connect(/^Sol Wallet/)
}

const payment = { token: /^Solana/, amount: '0.25', to: counterparty.address as string }
const fillForm = (demo: Demo, changes: Partial<Payment> = {}) => fillSend(demo, { ...payment, ...changes })
const preview = (demo: Demo, changes: Partial<Payment> = {}) => previewSend(demo, { ...payment, ...changes })
const send = (view: Locator) => view.getByRole('button', { name: 'Send', exact: true })

/** Keeps transactions from the network, whose node says that it has them. Returns them, in base64. */
async function holdBack(page: Page): Promise<string[]> {
  const transactions: string[] = []
  await page.route('**/*', async (route) => {
    const text = route.request().postData() ?? ''
    if (!text.includes('"sendTransaction"')) return route.fallback()
    const { id, params } = JSON.parse(text) as { id: number; params: [string] }
    transactions.push(params[0])
    // The wallet knows the signature itself.
    await route.fulfill({ json: { jsonrpc: '2.0', id, result: '' } })
  })
  return transactions
}

test.describe('send on Solana', () => {
  test('behavior: the coin, from the form over the preview and the wallet to the block', async ({
    demo,
    stack,
  }) => {
    await connect(demo)
    const form = await openSend(demo)
    await form.getByRole('button', { name: 'Select token' }).last().click()
    await demo
      .view('Select Token')
      .getByRole('button', { name: /^Solana/ })
      .click()
    await form.getByRole('textbox', { name: 'Amount' }).fill('0.1234567891')
    await expect(form.getByRole('button', { name: 'Incorrect value' })).toBeVisible()
    await form.getByRole('textbox', { name: 'Amount' }).fill('0,25')
    await expect(form.getByRole('button', { name: 'Add address' })).toBeVisible()
    // Characters are missing, those of another namespace, and one that is never used.
    for (const wrong of [nobody.slice(4), '0x90F79bf6EB2c4f870365E785982E1f101E93b906', `${nobody}l`]) {
      await form.getByRole('textbox', { name: 'To' }).fill(wrong)
      await expect(form.getByRole('button', { name: 'Invalid address' })).toBeVisible()
    }
    await form.getByRole('textbox', { name: 'To' }).fill(nobody)
    await form.getByRole('button', { name: 'Preview send' }).click()
    const shown = demo.view('Preview Send')
    await expect(shown.getByTestId('details-send')).toContainText('0.25 SOL')
    await expect(shown.getByTestId('details-to')).toContainText(nobody)
    await expect(shown.getByTestId('details-fee')).toContainText('0.000005 SOL')
    await expect(shown.getByText('This is the first time')).toBeVisible()
    const before = await coins(stack, visitor.address)
    await send(shown).click()
    await expect(demo.view('Send Progress').getByText('Confirmed')).toBeVisible()
    expect(await coins(stack, nobody)).toBe(250_000_000)
    expect(before - (await coins(stack, visitor.address))).toBe(250_005_000)
    // Paid once, the recipient is offered.
    await demo.dialog.getByRole('button', { name: 'Done' }).click()
    await demo.view('Account').getByRole('button', { name: 'Send', exact: true }).click()
    await demo.view('Send').getByRole('button', { name: nobody }).click()
    await expect(demo.view('Send').getByRole('textbox', { name: 'To' })).toHaveValue(nobody)
  })

  test('behavior: less than an account has to hold is refused, and so is a token as a recipient', async ({
    demo,
  }) => {
    await connect(demo)
    const shown = await preview(demo, { amount: '0.0005', to: erin })
    await expect(shown.getByText('The amount is smaller than the network accepts.')).toBeVisible()
    await expect(send(shown)).toHaveCount(0)
    await shown.getByRole('button', { name: 'Back' }).last().click()
    await demo.view('Send').getByRole('textbox', { name: 'To' }).fill(dollar.mint)
    await demo.view('Send').getByRole('button', { name: 'Preview send' }).click()
    await expect(shown.getByText('This address belongs to a token.')).toBeVisible()
    await expect(send(shown)).toHaveCount(0)
  })

  test('behavior: a token, to a recipient who has an account for it and to one who has none', async ({
    demo,
    stack,
  }) => {
    await connect(demo)
    const shown = await preview(demo, { token: /^Dev Dollar/, amount: '12.5', to: dave })
    await expect(shown.getByTestId('details-send')).toContainText('12.5 DUSD')
    await expect(
      shown.getByText('They have no account for DUSD yet. Opening it costs 0.00203928 SOL, part of the fee.'),
    ).toBeVisible()
    await expect(shown.getByTestId('details-fee')).toContainText('0.00204428 SOL')
    await send(shown).click()
    await expect(demo.view('Send Progress').getByText('Confirmed')).toBeVisible()
    expect(await held(stack, dave, dollar.mint)).toEqual(['12500000'])
    await demo.dialog.getByRole('button', { name: 'Close' }).click()

    const [before] = await held(stack, counterparty.address, pebble.mint)
    const second = await preview(demo, { token: /^Pebble/, amount: '0.000000001' })
    await expect(second.getByTestId('details-send')).toContainText('PBBL')
    await expect(second.getByText('They have no account')).toHaveCount(0)
    await send(second).click()
    await expect(demo.view('Send Progress').getByText('Confirmed')).toBeVisible()
    const [after] = await held(stack, counterparty.address, pebble.mint)
    expect(BigInt(after ?? 0) - BigInt(before ?? 0)).toBe(1n)
  })

  test('behavior: an NFT, from its tab', async ({ demo, stack }) => {
    await connect(demo)
    await demo.openAccount('NFTs')
    await demo.dialog.getByRole('button', { name: 'Send Arch #1' }).click()
    const form = demo.view('Send')
    await expect(form.getByRole('textbox', { name: 'Amount' })).toHaveAttribute('readonly')
    await form.getByRole('textbox', { name: 'To' }).fill(counterparty.address)
    await form.getByRole('button', { name: 'Preview send' }).click()
    await expect(demo.view('Preview Send').getByTestId('details-send')).toHaveText(/1 × Arch #1/)
    await send(demo.view('Preview Send')).click()
    await expect(demo.view('Send Progress').getByText('Confirmed')).toBeVisible()
    expect(await held(stack, counterparty.address, solana.nft.mint)).toEqual(['1'])
    await demo.dialog.getByRole('button', { name: 'Done' }).click()
    await demo.view('Account').getByRole('tab', { name: 'NFTs' }).click()
    await expect(demo.dialog.getByRole('button', { name: 'Send Arch #1' })).toHaveCount(0)
  })

  test('behavior: more than the account has leads to more money, or to another wallet', async ({ demo }) => {
    await connect(demo)
    const form = await fillForm(demo, { amount: '999999' })
    await expect(form.getByRole('button', { name: 'Insufficient balance' })).toBeVisible()
    await expect(form.getByRole('button', { name: 'Connect different wallet' })).toBeVisible()
    await form.getByRole('button', { name: 'Fund wallet' }).click()
    await expect(demo.view('Fund Wallet')).toBeVisible()
  })

  test('behavior: a refusal in the wallet moves nothing, and the next try is planned anew', async ({
    demo,
    stack,
  }) => {
    await connect(demo)
    const before = await coins(stack, counterparty.address)
    const shown = await preview(demo, { amount: '0.01' })
    await demo.solanaWallet((wallet) => wallet.setPolicy('reject'))
    await send(shown).click()
    const progress = demo.view('Send Progress')
    await expect(progress.getByText('You declined in Sol Wallet. Nothing has moved.')).toBeVisible()
    expect(await coins(stack, counterparty.address)).toBe(before)
    await demo.solanaWallet((wallet) => wallet.setPolicy('approve'))
    await progress.getByRole('button', { name: 'Try again' }).click()
    await send(demo.view('Preview Send')).click()
    await expect(progress.getByText('Confirmed')).toBeVisible()
    expect((await coins(stack, counterparty.address)) - before).toBe(10_000_000)
  })

  test('behavior: a wallet that does not answer is waited for, and after a reload nothing is sent twice', async ({
    page,
    demo,
  }) => {
    await connect(demo)
    const shown = await preview(demo, { amount: '0.125' })
    await demo.solanaWallet((wallet) => wallet.setPolicy('hang'))
    await send(shown).click()
    const progress = demo.view('Send Progress')
    await expect(progress.getByText('Continue in Sol Wallet')).toBeVisible()
    await page.reload()
    await expect(demo.output('Status')).toHaveText('connected')
    await demo.openAccount('Activity')
    const row = demo.dialog.getByRole('button', { name: /^Send Not known yet/ })
    await expect(row).toContainText('-0.125')
    await row.click()
    await expect(progress.getByText('It may have been sent.')).toBeVisible()
    await expect(progress.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await demo.dialog.getByRole('button', { name: 'Close' }).click()
    const again = await preview(demo, { amount: '0.125' })
    await expect(send(again)).toHaveAttribute('aria-disabled', 'true')
    await again.getByRole('checkbox', { name: 'Send it once more' }).check()
    await expect(send(again)).not.toHaveAttribute('aria-disabled', 'true')
  })

  test('behavior: a payment under way survives a reload, and is confirmed by the block, or expires', async ({
    page,
    demo,
    stack,
  }) => {
    await connect(demo)
    const transactions = await holdBack(page)
    const before = await coins(stack, counterparty.address)
    await send(await preview(demo, { amount: '0.0625' })).click()
    const progress = demo.view('Send Progress')
    await expect(progress.getByText('Waiting for Local Solana to confirm.')).toBeVisible()
    await page.reload()
    await expect(demo.output('Status')).toHaveText('connected')
    await demo.openAccount('Activity')
    await demo.dialog.getByRole('button', { name: /^Send Waiting for the network/ }).click()
    await expect(progress.getByText('Waiting for Local Solana to confirm.')).toBeVisible()
    await callSolana(stack, 'sendTransaction', [transactions[0], { encoding: 'base64' }])
    await expect(progress.getByText('Confirmed')).toBeVisible()
    expect((await coins(stack, counterparty.address)) - before).toBe(62_500_000)
    await demo.dialog.getByRole('button', { name: 'Close' }).click()

    const count = transactions.length
    await send(await preview(demo, { amount: '0.03125' })).click()
    await expect(progress.getByText('Waiting for Local Solana to confirm.')).toBeVisible()
    expect(transactions.length).toBeGreaterThan(count)
    await callSolana(stack, 'devnet_skipSlots', [200])
    await expect(progress.getByText('It was not carried out in time. Nothing has moved.')).toBeVisible({
      timeout: 20_000,
    })
    expect((await coins(stack, counterparty.address)) - before).toBe(62_500_000)
  })

  test('behavior: the coin can be sent while the gateway is unreachable', async ({ demo, stack }) => {
    await connect(demo)
    await stack.stop('gateway')
    try {
      await demo.open({ options, wallets: 'solana' })
      await expect(demo.output('Status')).toHaveText('connected')
      const before = await coins(stack, counterparty.address)
      const shown = await preview(demo, { amount: '0.5' })
      await send(shown).click({ timeout: 30_000 })
      await expect(demo.view('Send Progress').getByText('Confirmed')).toBeVisible({ timeout: 20_000 })
      expect((await coins(stack, counterparty.address)) - before).toBe(500_000_000)
    } finally {
      await stack.start('gateway')
    }
  })

  test('behavior: everything of the coin that the fee leaves', async ({ demo, stack }) => {
    await connect(demo)
    const form = await fillForm(demo, { amount: '1', to: dave })
    await form.getByRole('button', { name: 'Max' }).click()
    await expect.poll(() => form.getByRole('textbox', { name: 'Amount' }).inputValue()).toMatch(/^\d+\.\d+$/)
    await form.getByRole('button', { name: 'Preview send' }).click()
    await send(demo.view('Preview Send')).click()
    await expect(demo.view('Send Progress').getByText('Confirmed')).toBeVisible()
    expect(await coins(stack, visitor.address)).toBe(0)
    // For the tests that follow.
    await callSolana(stack, 'requestAirdrop', [visitor.address, 100_000_000_000])
  })
})
