import type { Locator } from '@playwright/test'
import { callBitcoin } from './callBitcoin.ts'
import { replaceBitcoin } from './replaceBitcoin.ts'
import { type Demo, expect, test } from './test.ts'

const counterparty = 'bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3'
const options = { networks: ['local-bitcoin'], relay: false, signIn: 'off' }

async function openSend(demo: Demo): Promise<Locator> {
  const form = demo.view('Send')
  await demo.openAccount('Tokens')
  await demo.view('Account').getByRole('button', { name: 'Send', exact: true }).click()
  await form.getByRole('button', { name: 'Select token' }).last().click()
  await demo
    .view('Select Token')
    .getByRole('button', { name: /^Bitcoin/ })
    .click()
  return form
}

async function preview(demo: Demo, amount: string): Promise<void> {
  const form = await openSend(demo)
  await form.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await form.getByRole('textbox', { name: 'To' }).fill(counterparty)
  await form.getByRole('button', { name: 'Preview send' }).click()
}

test.describe('send on Bitcoin', () => {
  test('behavior: less than the network accepts is refused, everything can be sent, and a part is', async ({
    demo,
    stack,
  }) => {
    test.setTimeout(120_000)
    const utxo = async (address: string) => {
      const response = await fetch(`${stack.esploraUrl}/address/${address}/utxo`)
      return (await response.json()) as { txid: string; value: number; status: { confirmed: boolean } }[]
    }
    await demo.open({ options, wallets: 'bitcoin' })
    await demo.connect(/^Bit Wallet/)

    const form = await openSend(demo)
    const preview = demo.view('Preview Send')
    const amount = form.getByRole('textbox', { name: 'Amount' })
    await amount.fill('0.00000293')
    // An address of another network, and one with a wrong character.
    for (const wrong of ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', `${counterparty.slice(0, -1)}q`]) {
      await form.getByRole('textbox', { name: 'To' }).fill(wrong)
      await expect(form.getByRole('button', { name: 'Invalid address' })).toBeVisible()
    }
    await form.getByRole('textbox', { name: 'To' }).fill(counterparty)
    await form.getByRole('button', { name: 'Preview send' }).click()
    await expect(preview.getByText('The amount is smaller than the network accepts.')).toBeVisible()
    await expect(preview.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)
    await preview.getByRole('button', { name: 'Back' }).last().click()

    // Everything, without what the fee takes. Not sent: the coins are those of other tests too.
    await form.getByRole('button', { name: 'Max' }).click()
    await form.getByRole('button', { name: 'Preview send' }).click()
    await expect(preview.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
    await preview.getByRole('button', { name: 'Back' }).first().click()

    const before = (await utxo(counterparty)).map(({ txid }) => txid)
    await amount.fill('0.00012345')
    await form.getByRole('button', { name: 'Preview send' }).click()
    await expect(preview.getByText(counterparty)).toBeVisible()
    await preview.getByRole('button', { name: 'Send', exact: true }).click()
    const progress = demo.view('Send Progress')
    await expect(progress.getByText('Confirmed')).toBeVisible({ timeout: 30_000 })
    const received = (await utxo(counterparty)).filter(({ txid }) => !before.includes(txid))
    expect(received.map(({ value }) => value)).toEqual([12_345])
  })
  test('behavior: insufficient, refused in the wallet, under way over a reload, replaced by another transaction', async ({
    page,
    demo,
    stack,
  }) => {
    await demo.open({ options, wallets: 'bitcoin' })
    await demo.connect(/^Bit Wallet/)
    const form = await openSend(demo)
    await form.getByRole('textbox', { name: 'Amount' }).fill('21000000')
    await expect(form.getByRole('button', { name: 'Insufficient balance' })).toBeVisible()
    await expect(form.getByRole('button', { name: 'Connect different wallet' })).toBeVisible()
    await form.getByRole('textbox', { name: 'Amount' }).fill('0.00023456')
    await form.getByRole('textbox', { name: 'To' }).fill(counterparty)
    await form.getByRole('button', { name: 'Preview send' }).click()

    await demo.bitcoinWallet((wallet) => wallet.setPolicy('reject'))
    const send = demo.view('Preview Send').getByRole('button', { name: 'Send', exact: true })
    await send.click()
    const progress = demo.view('Send Progress')
    await expect(progress.getByText('You declined in Bit Wallet. Nothing has moved.')).toBeVisible()
    await demo.bitcoinWallet((wallet) => wallet.setPolicy('approve'))
    await callBitcoin(stack, 'setautomine', false)
    try {
      await progress.getByRole('button', { name: 'Try again' }).click()
      await send.click()
      await expect(progress.getByText('Waiting for Local Bitcoin to confirm.')).toBeVisible()
      await page.reload()
      await expect(demo.output('Status')).toHaveText('connected')
      await demo.openAccount('Activity')
      await demo.dialog.getByRole('button', { name: /^Send Waiting for the network/ }).click()
      await callBitcoin(stack, 'generatetoaddress', 1, counterparty)
      await expect(progress.getByText('Confirmed')).toBeVisible()
      await demo.dialog.getByRole('button', { name: 'Close' }).click()

      const before = (await callBitcoin(stack, 'getrawmempool')) as string[]
      await preview(demo, '0.00034567')
      await send.click()
      await expect(progress.getByText('Waiting for Local Bitcoin to confirm.')).toBeVisible()
      const now = (await callBitcoin(stack, 'getrawmempool')) as string[]
      await replaceBitcoin(stack, now.find((txid) => !before.includes(txid)) as string)
      await callBitcoin(stack, 'generatetoaddress', 1, counterparty)
      await expect(progress.getByText('This one moved nothing.')).toBeVisible()
    } finally {
      await callBitcoin(stack, 'setautomine', true)
    }
  })

  test('behavior: the coin can be sent while the gateway is unreachable', async ({ demo, stack }) => {
    await demo.open({ options, wallets: 'bitcoin' })
    await demo.connect(/^Bit Wallet/)
    await stack.stop('gateway')
    try {
      await demo.open({ options, wallets: 'bitcoin' })
      await expect(demo.output('Status')).toHaveText('connected')
      await preview(demo, '0.00045678')
      const send = demo.view('Preview Send').getByRole('button', { name: 'Send', exact: true })
      await send.click({ timeout: 30_000 })
      await expect(demo.view('Send Progress').getByText('Confirmed')).toBeVisible({ timeout: 20_000 })
    } finally {
      await stack.start('gateway')
    }
  })
})
