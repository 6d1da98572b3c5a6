import type { Page } from '@playwright/test'
import { devnetManifest } from '@portico/devnet/manifest'
import { callSolana } from './callSolana.ts'
import { chooseSwapToken } from './chooseSwapToken.ts'
import { openSwap } from './openSwap.ts'
import { reviewSwap } from './reviewSwap.ts'
import type { Stack } from './stack.ts'
import { type Demo, expect, test } from './test.ts'

// Swaps change balances for good.
test.use({ isolation: 'lasting' })

const { solana } = devnetManifest
const [dollar, pebble] = solana.tokens
const [visitor] = solana.accounts
const options = { networks: ['local-solana', 'local-solana-two'], relay: false, signIn: 'off' }

/** The visitor's dollars, in base units. */
async function dollars(stack: Stack): Promise<bigint> {
  const { value } = await callSolana<{
    value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
  }>(stack, 'getTokenAccountsByOwner', [visitor.address, { mint: dollar.mint }, { encoding: 'jsonParsed' }])
  return value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
}

/** Sets how many dollars the maker pays for a coin. */
async function setPrice(stack: Stack, price: number) {
  const response = await fetch(`${stack.solanaUrl}/maker/price`, {
    method: 'POST',
    body: JSON.stringify({ dollars: price }),
  })
  expect(response.ok).toBe(true)
}

async function open(page: Page, demo: Demo) {
  await demo.open({ options, wallets: 'solana' })
  await demo.connect(/^Sol Wallet/)
  return openSwap({ page, demo, coin: 'SOL' })
}

const swapped = (demo: Demo) =>
  expect(demo.view('Swap Progress').getByRole('heading', { name: 'Swapped', exact: true })).toBeVisible({
    timeout: 20_000,
  })

test.describe('swap on Solana', () => {
  test('behavior: the coin for a token and back, with one signature each', async ({ page, demo, stack }) => {
    const form = await open(page, demo)
    const before = await dollars(stack)
    await chooseSwapToken(demo, 'toToken', /^Dev Dollar/)
    await form.getByRole('textbox', { name: 'You pay' }).fill('0.1234567891')
    await expect(form.getByRole('button', { name: 'Incorrect value' })).toBeVisible()
    await form.getByRole('textbox', { name: 'You pay' }).fill('1000000')
    await expect(form.getByRole('button', { name: 'Insufficient balance' })).toBeVisible()
    const preview = await reviewSwap(demo, '0.5')
    await expect(preview.getByTestId('details-pay')).toContainText('0.5 SOL')
    await expect(preview.getByTestId('details-get')).toContainText('74.775 DUSD')
    await expect(preview.getByTestId('details-least')).toContainText('74.02725 DUSD')
    await expect(preview.getByTestId('details-impact')).toContainText('0.3 %')
    await expect(preview.getByTestId('details-route')).toContainText('Market maker')
    await expect(preview.getByTestId('details-fee')).toContainText('0.00001 SOL')
    await expect(preview.getByTestId('details-signatures')).toContainText('1')
    await preview.getByRole('button', { name: 'Swap', exact: true }).click()
    await swapped(demo)
    expect((await dollars(stack)) - before).toBe(74_775_000n)

    // The activity has it, and the way back starts with an empty form.
    await demo.dialog.getByRole('button', { name: 'Done' }).click()
    await demo.view('Account').getByRole('button', { name: 'Swap', exact: true }).click()
    await chooseSwapToken(demo, 'sourceToken', /^Dev Dollar/)
    await chooseSwapToken(demo, 'toToken', /^Solana/)
    const back = await reviewSwap(demo, '15')
    await expect(back.getByTestId('details-get')).toContainText('0.0997 SOL')
    await back.getByRole('button', { name: 'Swap', exact: true }).click()
    await swapped(demo)
    expect((await dollars(stack)) - before).toBe(59_775_000n)
  })

  test('behavior: what the visitor rejects is not swapped, and can be tried again', async ({
    page,
    demo,
    stack,
  }) => {
    await open(page, demo)
    await chooseSwapToken(demo, 'toToken', /^Dev Dollar/)
    const preview = await reviewSwap(demo, '0.01')
    const before = await dollars(stack)
    await demo.solanaWallet((wallet) => wallet.setPolicy('reject'))
    await preview.getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(preview.getByRole('heading', { name: 'Not swapped' })).toBeVisible()
    await expect(preview.getByText('You declined in Sol Wallet. No tokens have moved.')).toBeVisible()
    expect(await dollars(stack)).toBe(before)
    await demo.solanaWallet((wallet) => wallet.setPolicy('approve'))
    await preview.getByRole('button', { name: 'Try again' }).click()
    await swapped(demo)
    expect((await dollars(stack)) - before).toBe(1_495_500n)
  })

  test('behavior: a price that moved is accepted before anything is signed', async ({
    page,
    demo,
    stack,
  }) => {
    await open(page, demo)
    await chooseSwapToken(demo, 'toToken', /^Dev Dollar/)
    const preview = await reviewSwap(demo, '0.02')
    await expect(preview.getByTestId('details-least')).toContainText('2.96109 DUSD')
    await demo.solanaWallet((wallet) => wallet.setPolicy('hang'))
    await setPrice(stack, 148)
    try {
      await preview.getByRole('button', { name: 'Swap', exact: true }).click()
      await expect(preview.getByRole('button', { name: 'Accept new price' })).toBeVisible()
      expect(await demo.solanaWallet((wallet) => wallet.pending.length)).toBe(0)
      await expect(preview.getByTestId('details-least')).toContainText('2.921609 DUSD')
      await demo.solanaWallet((wallet) => wallet.setPolicy('approve'))
      await preview.getByRole('button', { name: 'Accept new price' }).click()
      await swapped(demo)
    } finally {
      await setPrice(stack, 150)
    }
  })

  test('behavior: a token that nobody trades is found by its address, and has no route', async ({
    page,
    demo,
  }) => {
    const form = await open(page, demo)
    await chooseSwapToken(demo, 'toToken', /^Pebble/, pebble.mint)
    await expect(form.getByText(/PBBL is not on the list/)).toBeVisible()
    await form.getByRole('textbox', { name: 'You pay' }).fill('1')
    await expect(form.getByRole('button', { name: 'No route found' })).toBeVisible()
  })

  for (const [lie, change] of [
    ['another maker', changeMaker],
    ['another amount', changeAmount],
  ] as const)
    test(`error: a gateway that changes the transaction (${lie}) is noticed before the wallet is asked`, async ({
      page,
      demo,
    }) => {
      let isLying = false
      await page.route('**/v1/convert/build-transaction*', async (route) => {
        if (!isLying || route.request().method() !== 'POST') return route.continue()
        const response = await route.fetch()
        const answer = (await response.json()) as { tx: { data: string } }
        const { amount } = route.request().postDataJSON() as { amount: string }
        const changed = change(Buffer.from(answer.tx.data, 'base64'), BigInt(amount))
        expect(changed.toString('base64')).not.toBe(answer.tx.data)
        answer.tx.data = changed.toString('base64')
        await route.fulfill({ response, json: answer })
      })
      await open(page, demo)
      await chooseSwapToken(demo, 'toToken', /^Dev Dollar/)
      await demo.solanaWallet((wallet) => wallet.setPolicy('hang'))
      const preview = await reviewSwap(demo, '0.03')
      isLying = true
      await preview.getByRole('button', { name: 'Swap', exact: true }).click()
      const end = preview.getByRole('status').filter({ hasText: 'Not signed' })
      await expect(end).toContainText('The offer is not what you asked for')
      await expect(end).toContainText('No tokens have moved.')
      // Asked from the start, it is refused in the preview.
      await demo.dialog.getByRole('button', { name: 'Back' }).first().click()
      await reviewSwap(demo, '0.04')
      await expect(preview.getByText('The offer is not what you asked for')).toBeVisible()
      await expect(preview.getByRole('button', { name: 'Swap', exact: true })).toHaveCount(0)
      expect(await demo.solanaWallet((wallet) => wallet.pending.length)).toBe(0)
    })

  test('behavior: a network without swaps leads to the one that has them', async ({ page, demo }) => {
    await demo.open({ options, wallets: 'solana' })
    await demo.connect(/^Sol Wallet/)
    await demo.chooseNetwork('Local Solana Two')
    await expect(demo.output('Network')).toContainText('Local Solana Two')
    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(demo.view('Swap').getByText('No swaps on this network')).toBeVisible()
    await demo
      .view('Swap')
      .getByRole('button', { name: /Local Solana/ })
      .click()
    await expect(demo.view('Swap').getByRole('button', { name: 'Change token, now SOL' })).toBeVisible()
  })
})

/** Where the second account of a message with two signatures is: the maker, after the signatures, four bytes and the visitor. */
const makerOffset = 1 + 2 * 64 + 4 + 32

function changeMaker(wire: Buffer): Buffer {
  const changed = Buffer.from(wire)
  changed.writeUInt8((wire[makerOffset] ?? 0) ^ 1, makerOffset)
  return changed
}

/** Adds a lamport to what the visitor pays. */
function changeAmount(wire: Buffer, amount: bigint): Buffer {
  const [old, other] = [amount, amount + 1n].map((units) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(units)
    return bytes
  }) as [Buffer, Buffer]
  const index = wire.indexOf(old)
  return Buffer.concat([wire.subarray(0, index), other, wire.subarray(index + 8)])
}
