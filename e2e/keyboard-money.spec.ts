import { connectRandomAccount } from './connectRandomAccount.ts'
import { createViewCheck } from './createViewCheck.ts'
import { focused } from './focused.ts'
import { recordAnnouncements } from './recordAnnouncements.ts'
import { tabTo } from './tabTo.ts'
import { expect, test } from './test.ts'

const dave = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

test.describe('keyboard, where money moves', () => {
  test('behavior: a whole payment and a whole swap without a mouse; each step is announced, or read out with the focus', async ({
    page,
    demo,
    stack,
  }) => {
    test.setTimeout(120_000)
    const { keyboard } = page
    const announced = await recordAnnouncements(page)
    const wallet = await connectRandomAccount({ page, demo, stack, options: {}, ether: 10 })
    wallet.setPolicy('ask')
    let count = 0
    /** What was announced since the last call. */
    const heard = async () => {
      const all = await announced()
      const last = all.slice(count)
      count = all.length
      return last
    }
    /** Presses the control with this name. */
    const press = async (name: string | RegExp) => {
      await tabTo(page, name)
      await keyboard.press('Enter')
    }
    const focus = () => expect.poll(() => focused(page))
    const check = createViewCheck({ page, demo, least: 24 })

    await press(/0x/)
    await expect(demo.view('Account')).toBeVisible()
    await press('Send')
    const form = demo.view('Send')
    await expect(form).toBeVisible()
    await focus().toBe('Amount')
    await press('Select token')
    await focus().toBe('Search tokens')
    await press(/^Ether/)
    await focus().toBe('Amount')
    await keyboard.type('50')
    await expect.poll(heard).toContain('Insufficient balance')
    await keyboard.press('ControlOrMeta+A')
    await keyboard.type('0.5')
    await tabTo(page, 'To')
    await keyboard.type(dave)
    await press('Preview send')
    const send = demo.view('Preview Send').getByRole('button', { name: 'Send', exact: true })
    await expect(send).toBeFocused()
    await expect(send).toHaveAccessibleDescription(/You send 0\.5 ETH.*To 0x15d34.*Fee, at most.*first time/)
    await keyboard.press('Enter')
    const payment = await wallet.waitForRequest()
    await expect.poll(heard).toContain('Continue in Dev Wallet Confirm that you send 0.5 ETH.')
    await check('Send: in the wallet')
    payment.approve()
    await focus().toBe('Done')
    await expect.poll(heard).toContain('Confirmed 0.5 ETH sent to 0x15…2C6A65.')
    await check('Send: confirmed')
    await keyboard.press('Enter')
    await expect(demo.view('Account')).toBeVisible()

    await press('Swap')
    const swap = demo.view('Swap')
    await expect(swap.getByRole('button', { name: 'Change token, now ETH' })).toBeVisible()
    await press('Select token')
    await focus().toBe('Search tokens')
    await press(/^Dev USD/)
    await expect(swap).toBeVisible()
    await tabTo(page, 'You pay')
    await keyboard.type('50')
    await expect.poll(heard).toContain('Insufficient balance')
    await keyboard.press('ControlOrMeta+A')
    await keyboard.type('0.01')
    await expect(swap.getByRole('button', { name: 'Review swap' })).toBeVisible()
    await expect.poll(heard).toContainEqual(expect.stringMatching(/DUSD/))
    await press('Review swap')
    const start = demo.view('Preview Swap').getByRole('button', { name: 'Swap', exact: true })
    await expect(start).toBeFocused()
    await expect(start).toHaveAccessibleDescription(/0\.01 ETH.*DUSD.*At least/)
    await keyboard.press('Enter')
    const swapped = await wallet.waitForRequest()
    await expect.poll(heard).toContainEqual(expect.stringMatching(/^Continue in Dev Wallet/))
    await check('Swap: in the wallet')
    swapped.approve()
    await focus().toBe('Done')
    await expect.poll(heard).toContainEqual(expect.stringMatching(/^Swapped/))
    await check('Swap: done')
  })
})
