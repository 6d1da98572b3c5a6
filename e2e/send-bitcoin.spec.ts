import { expect, test } from './test.ts'

const counterparty = 'bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3'
const options = { networks: ['local-bitcoin'], relay: false, signIn: 'off' }

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

    const form = demo.view('Send')
    const preview = demo.view('Preview Send')
    await demo.openAccount('Tokens')
    await demo.view('Account').getByRole('button', { name: 'Send', exact: true }).click()
    await form.getByRole('button', { name: 'Select token' }).last().click()
    await demo
      .view('Select Token')
      .getByRole('button', { name: /^Bitcoin/ })
      .click()
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
})
