import type { Stack } from './stack.ts'
import { expect, test, type Visitor } from './testWithWallet.ts'

const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const counterparty = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'

test.describe('the embedded wallet on Solana', () => {
  test('behavior: one login connects both namespaces; sign in, sign, send, reload, disconnect', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    test.setTimeout(150_000)
    const { demo, page, frame } = visitor
    const options = { networks: ['local-one', 'local-solana'], relay: false, signIn: 'required' }
    await demo.open({ options, wallets: 'none' })
    const evm = await visitor.logIn(mailbox.address())
    await expect(demo.output('Session')).toContainText(evm)
    await expect(demo.dialog).toBeHidden()

    await demo.chooseNetwork('Local Solana')
    await demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(frame.getByText(`Sign in to ${new URL(page.url()).host}`)).toBeVisible()
    await approve(visitor)
    await expect(demo.output('Address')).toHaveText(solanaAddress)
    const own = (await demo.output('Address').textContent()) as string
    await expect(demo.output('Session')).toContainText(own)
    await expect(demo.dialog).toBeHidden()

    const result = page.getByRole('status', { name: 'Result' })
    await page.getByRole('button', { name: 'Sign message' }).click()
    await approve(visitor)
    await expect(result).toHaveText(/^Signed: [1-9A-HJ-NP-Za-km-z]{80,90}$/)
    await expect(demo.dialog).toBeHidden()

    await call(stack, 'requestAirdrop', [own, 2_000_000_000])
    const before = await balanceOf(stack, counterparty)
    await page.getByRole('button', { name: 'Send transaction' }).click()
    await expect(demo.view('Approve Transaction')).toBeVisible()
    await expect(frame.getByRole('heading', { name: 'Transaction request' })).toBeVisible()
    await approve(visitor)
    await expect(result).toHaveText(/^Sent: [1-9A-HJ-NP-Za-km-z]{80,90}$/)
    await expect.poll(async () => (await balanceOf(stack, counterparty)) - before).toBe(10_000_000)

    await page.reload()
    await expect(demo.output('Address')).toHaveText(own)
    await expect(demo.output('Session')).toContainText(own)
    await demo.chooseNetwork('Local One')
    expect(await visitor.address()).toBe(evm)
    await expect(demo.output('Session')).toContainText(evm)
    await expect(demo.dialog).toBeHidden()

    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await page.reload()
    await expect(demo.output('Status')).toHaveText('disconnected')
  })

  test('behavior: on a page with Solana only, typing the code signs in as well', async ({
    visitor,
    mailbox,
  }) => {
    const { demo } = visitor
    const options = { networks: ['local-solana'], relay: false, signIn: 'required' }
    await demo.open({ options, wallets: 'none' })
    const email = mailbox.address()
    await visitor.askFor(email)
    await visitor.approveDevice(email)
    await visitor.typeCode(await mailbox.code(email))
    await expect(demo.output('Address')).toHaveText(solanaAddress)
    const own = (await demo.output('Address').textContent()) as string
    await expect(demo.output('Session')).toContainText(own)
    await expect(demo.dialog).toBeHidden()
  })

  test('behavior: swaps with a maker, whose transaction it describes', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    test.setTimeout(150_000)
    const { demo, page, frame } = visitor
    const options = { networks: ['local-solana'], relay: false, signIn: 'off' }
    await demo.open({ options, wallets: 'none' })
    const email = mailbox.address()
    await visitor.askFor(email)
    await visitor.approveDevice(email)
    await visitor.typeCode(await mailbox.code(email))
    await expect(demo.output('Address')).toHaveText(solanaAddress)
    await expect(demo.dialog).toBeHidden()
    const own = (await demo.output('Address').textContent()) as string
    await call(stack, 'requestAirdrop', [own, 2_000_000_000])

    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Swap', exact: true }).click()
    await demo.dialog.getByTestId('swap-select-token-button-toToken').click()
    await demo
      .view('Select Token')
      .getByRole('button', { name: /^Dev Dollar/ })
      .click()
    await demo.view('Swap').getByRole('textbox', { name: 'You pay' }).fill('0.1')
    await demo.view('Swap').getByRole('button', { name: 'Review swap' }).click()
    const preview = demo.view('Preview Swap')
    // The account has no token account for what it buys.
    await expect(preview.getByTestId('details-fee')).toContainText('0.00204928 SOL')
    await preview.getByRole('button', { name: 'Swap', exact: true }).click()
    await expect(demo.view('Approve Transaction')).toBeVisible()
    await expect(frame.getByRole('heading', { name: 'Send 0.1 SOL' })).toBeVisible()
    await expect(frame.getByText('14.955 tokens of 7kNam6…qb6c, in a simulation')).toBeVisible()
    await approve(visitor)
    await expect(
      demo.view('Swap Progress').getByRole('heading', { name: 'Swapped', exact: true }),
    ).toBeVisible({ timeout: 20_000 })
  })
})

/** Approves what the frame shows. */
async function approve({ frame }: Visitor): Promise<void> {
  await frame.getByRole('button', { name: 'Approve' }).click()
}

const balanceOf = async (stack: Stack, address: string) =>
  (await call<{ value: number }>(stack, 'getBalance', [address])).value

async function call<T>({ solanaUrl }: Stack, method: string, params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(solanaUrl, { method: 'POST', headers, body })
  return ((await response.json()) as { result: T }).result
}
