import type { Page } from '@playwright/test'
import { devnetManifest } from '@portico/devnet/manifest'
import { encodeFunctionData, parseAbi } from 'viem'
import { callChain } from './callChain.ts'
import { chooseSwapToken } from './chooseSwapToken.ts'
import { openSwap } from './openSwap.ts'
import { reviewSwap } from './reviewSwap.ts'
import { type Demo, expect, test } from './test.ts'

// Swaps change balances for good.
test.use({ isolation: 'lasting' })

const { swaps, chains, accounts } = devnetManifest
const [dusd] = chains[0].tokens
const visitor = accounts[0]?.address ?? ''
const off = { signIn: 'off' }

async function open(page: Page, demo: Demo) {
  await demo.open({ options: off })
  await demo.connect()
  return openSwap({ page, demo, coin: 'ETH' })
}

const swapped = (demo: Demo) =>
  expect(demo.view('Swap Progress').getByRole('heading', { name: 'Swapped', exact: true })).toBeVisible()

test.describe('swap', () => {
  test('behavior: the coin for a token, with one signature', async ({ page, demo }) => {
    const form = await open(page, demo)
    await expect(form.getByRole('button', { name: 'Select token' }).last()).toBeVisible()
    await chooseSwapToken(demo, 'toToken', /^Dev USD/)
    await expect(form.getByRole('button', { name: 'Add amount' })).toBeVisible()
    await form.getByRole('textbox', { name: 'You pay' }).fill('1.2.3')
    await expect(form.getByRole('button', { name: 'Incorrect value' })).toBeVisible()
    await form.getByRole('textbox', { name: 'You pay' }).fill('1000000')
    await expect(form.getByRole('button', { name: 'Insufficient balance' })).toBeVisible()
    const preview = await reviewSwap(demo, '0.5')
    await expect(preview.getByTestId('details-pay')).toContainText('0.5 ETH')
    await expect(preview.getByTestId('details-least')).toContainText(/1,5\d\d\.\d+ DUSD/)
    await expect(preview.getByTestId('details-signatures')).toContainText('1')
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: `${folder}/swap-preview.png` })
    await preview.getByRole('button', { name: 'Swap', exact: true }).click()
    await swapped(demo)
    if (folder) await page.screenshot({ path: `${folder}/swap-done.png` })
  })

  test('behavior: a token with permits needs two signatures and one transaction', async ({
    page,
    demo,
    stack,
  }) => {
    await open(page, demo)
    await chooseSwapToken(demo, 'sourceToken', /^Dev USD/)
    await chooseSwapToken(demo, 'toToken', /^Marble/)
    const preview = await reviewSwap(demo, '100')
    await expect(preview.getByTestId('details-signatures')).toContainText('2')
    const before = await callChain(stack, 'eth_getTransactionCount', [visitor, 'latest'])
    await preview.getByRole('button', { name: 'Swap', exact: true }).click()
    await swapped(demo)
    const after = await callChain(stack, 'eth_getTransactionCount', [visitor, 'latest'])
    expect(Number(after) - Number(before)).toBe(1)
  })

  test('behavior: a token without permits is allowed first; the allowance of a refused swap can be taken back', async ({
    page,
    demo,
    stack,
  }) => {
    const mint = `0x40c10f19${visitor.slice(2).toLowerCase().padStart(64, '0')}${(10n ** 9n).toString(16).padStart(64, '0')}`
    await callChain(stack, 'eth_sendTransaction', [{ from: visitor, to: swaps.strictToken, data: mint }])
    await open(page, demo)
    await chooseSwapToken(demo, 'sourceToken', /^Strict USD/)
    await chooseSwapToken(demo, 'toToken', /^Dev USD/)
    const preview = await reviewSwap(demo, '20')
    await expect(preview.getByTestId('details-signatures')).toContainText('2')
    await demo.wallet((wallet) => wallet.setPolicy('ask'))
    await preview.getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(preview.getByText('Allow exactly 20 SUSD to be swapped.')).toBeVisible()
    await demo.wallet(async (wallet) => (await wallet.waitForRequest()).approve())
    await expect(preview.getByText(/Confirm that you swap 20 SUSD/)).toBeVisible()
    await demo.wallet(async (wallet) => (await wallet.waitForRequest()).reject())
    await expect(preview.getByRole('heading', { name: 'Not swapped' })).toBeVisible()
    await expect(preview.getByText('The permission to take 20 SUSD still stands.')).toBeVisible()
    await demo.wallet((wallet) => wallet.setPolicy('approve'))
    await preview.getByRole('button', { name: 'Take back permission' }).click()
    await expect(preview.getByRole('heading', { name: 'Permission taken back' })).toBeVisible()
  })

  test('behavior: a price that moved is accepted before anything is signed', async ({
    page,
    demo,
    stack,
  }) => {
    await open(page, demo)
    await chooseSwapToken(demo, 'toToken', /^Dev USD/)
    const preview = await reviewSwap(demo, '5')
    const least = await preview.getByTestId('details-least').textContent()
    const [from] = ((await callChain(stack, 'eth_accounts', [])) as string[]).slice(-1) as [`0x${string}`]
    const data = encodeFunctionData({
      abi: parseAbi([
        'function exactInputSingle((address,address,uint24,address,uint256,uint256,uint160)) payable returns (uint256)',
      ]),
      args: [[swaps.wrapped, dusd?.address ?? '0x', 500, from, 5n * 10n ** 20n, 1n, 0n]],
    })
    const value = `0x${(5n * 10n ** 20n).toString(16)}`
    await callChain(stack, 'eth_sendTransaction', [{ from, to: swaps.router, data, value, gas: '0x1e8480' }])
    const asked = () => demo.wallet((wallet) => wallet.pending.length)
    await demo.wallet((wallet) => wallet.setPolicy('hang'))
    await preview.getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(preview.getByRole('button', { name: 'Accept new price' })).toBeVisible()
    expect(await asked()).toBe(0)
    expect(await preview.getByTestId('details-least').textContent()).not.toBe(least)
    await demo.wallet((wallet) => wallet.setPolicy('approve'))
    // The pool is now so empty that the swap moves the price by five percent.
    await preview.getByRole('checkbox', { name: 'I accept the loss' }).check()
    await preview.getByRole('button', { name: 'Accept new price' }).click()
    await swapped(demo)
  })

  test('behavior: what the visitor rejects is not swapped, and can be tried again', async ({
    page,
    demo,
  }) => {
    await open(page, demo)
    await chooseSwapToken(demo, 'toToken', /^Dev USD/)
    const preview = await reviewSwap(demo, '0.01')
    await demo.wallet((wallet) => wallet.setPolicy('reject'))
    await preview.getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(preview.getByRole('heading', { name: 'Not swapped' })).toBeVisible()
    await demo.wallet((wallet) => wallet.setPolicy('approve'))
    await preview.getByRole('button', { name: 'Try again' }).click()
    await swapped(demo)
  })

  test('behavior: a token that is not listed is found by its address; one that cannot be sold again is said to be', async ({
    page,
    demo,
  }) => {
    const form = await open(page, demo)
    await chooseSwapToken(demo, 'toToken', /^Flytrap/, swaps.unsellableToken)
    await expect(form.getByText(/FLY is not on the list/)).toBeVisible()
    const preview = await reviewSwap(demo, '0.01')
    await expect(preview.getByText(/It cannot be sold again/)).toBeVisible()
  })

  test('behavior: the coin and its wrapped form are exchanged one for one', async ({ page, demo }) => {
    await open(page, demo)
    await chooseSwapToken(demo, 'toToken', /^Wrapped Ether/)
    const preview = await reviewSwap(demo, '0.25')
    await expect(preview.getByTestId('details-least')).toContainText('0.25 WETH')
    await preview.getByRole('button', { name: 'Swap', exact: true }).click()
    await swapped(demo)
  })
})
