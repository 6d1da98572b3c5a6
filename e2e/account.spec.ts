import { expect, test } from './test.ts'

const off = { options: { signIn: 'off' } }

test.describe('account', () => {
  test('behavior: shows tokens, NFTs and activity of the local chain', async ({ page, demo }) => {
    await demo.open(off)
    await demo.connect()
    await page
      .getByRole('button', { name: /0xf3…b92266/ })
      .first()
      .click()
    const account = demo.view('Account')
    await expect(account.getByText('Ether', { exact: true })).toBeVisible()
    await expect(account.getByText('Dev USD', { exact: true })).toBeVisible()
    await expect(account.getByText('Marble', { exact: true })).toBeVisible()
    await expect(account.getByText('Tally')).toHaveCount(0)
    await account.getByRole('tab', { name: 'NFTs' }).click()
    await expect(account.getByText(/^Arch/).first()).toBeVisible()
    const picture = account.getByRole('tabpanel').locator('img').first()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await account.getByRole('tab', { name: 'Activity' }).click()
    await expect(account.getByText('2026').first()).toBeVisible()
    const rows = account.getByRole('tabpanel').getByRole('listitem')
    await expect.poll(() => rows.count()).toBeGreaterThan(10)
    const before = await rows.count()
    await account.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(before)
  })

  test('behavior: activity grows after a sent transaction, without a reload', async ({ page, demo }) => {
    await demo.open(off)
    await demo.connect()
    await page
      .getByRole('button', { name: /0xf3…b92266/ })
      .first()
      .click()
    const account = demo.view('Account')
    await account.getByRole('tab', { name: 'Activity' }).click()
    const rows = account.getByRole('tabpanel').getByRole('listitem')
    await expect.poll(() => rows.count()).toBeGreaterThan(10)
    const first = await rows.first().textContent()
    await page.evaluate(`window.devWallet.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: window.devWallet.accounts[0].address ?? window.devWallet.accounts[0], to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', value: '0x2386f26fc10000' }],
    })`)
    await expect.poll(() => rows.first().textContent(), { timeout: 25_000 }).not.toBe(first)
    await expect(rows.first()).toContainText('0.010 ETH')
  })

  test('behavior: a transaction sent by the page is in the activity when it is opened', async ({
    page,
    demo,
  }) => {
    await demo.open(off)
    await demo.connect()
    await page.getByRole('button', { name: 'Send transaction' }).click()
    await expect(page.getByText(/0x[0-9a-f]{64}/)).toBeVisible()
    await page
      .getByRole('button', { name: /0xf3…b92266/ })
      .first()
      .click()
    await demo.view('Account').getByRole('tab', { name: 'Activity' }).click()
    await expect(demo.view('Account').getByRole('tabpanel').getByRole('listitem').first()).toContainText(
      '0.010 ETH',
    )
  })

  test('behavior: copy, receive, settings and disconnect', async ({ page, context, demo }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await demo.open(off)
    await demo.connect()
    await page
      .getByRole('button', { name: /0xf3…b92266/ })
      .first()
      .click()
    await demo.view('Account').getByRole('button', { name: 'Copy address' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    )
    await demo.view('Account').getByRole('button', { name: 'Receive' }).click()
    const receive = demo.view('Receive')
    await expect(receive.getByTestId('wui-qr-code')).toBeVisible()
    await expect(receive.getByText('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBeVisible()
    await receive.getByRole('button', { name: 'Back' }).click()
    await demo.view('Account').getByRole('button', { name: 'Account settings' }).first().click()
    await demo.view('Account Settings').getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.output('Status')).toHaveText('disconnected')
    await expect(demo.dialog).toBeHidden()
  })

  test('behavior: without a gateway tokens come from the node, and the other tabs say why they are empty', async ({
    page,
    demo,
  }) => {
    await demo.open({ options: { signIn: 'off', gateway: false } })
    await demo.connect()
    await page
      .getByRole('button', { name: /0xf3…b92266/ })
      .first()
      .click()
    const account = demo.view('Account')
    await expect(account.getByText('Ether', { exact: true })).toBeVisible()
    await account.getByRole('tab', { name: 'Activity' }).click()
    await expect(account.getByRole('tabpanel')).toContainText(/\w/)
    await expect(account.getByRole('tabpanel').getByRole('listitem')).toHaveCount(0)
  })
})
