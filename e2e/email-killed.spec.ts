import { createVisitor, expect, test } from './testWithWallet.ts'

// Closes the tab at a random time between the typed code and the connection, in a browser with real storage. Tests in
// apps/wallet interrupt every awaited step; here the whole page is gone as well.
const closings = Number(process.env.TAB_KILLS ?? 1)

test('behavior: closing the tab while the wallet is created or opened leaves one wallet that can be opened', async ({
  newVisitor,
  mailbox,
  stack,
}) => {
  test.setTimeout(60_000 + closings * 30_000)
  let shown = 0
  for (let closing = 0; closing < closings; closing += 1) {
    const email = mailbox.address()
    const options = { options: { signIn: 'off' }, wallets: 'none' } as const
    const first = await newVisitor()
    await first.demo.open(options)
    await first.askFor(email)
    await expect(first.demo.view('Register Device')).toBeVisible()
    await first.approveDevice(email)
    const code = await mailbox.code(email)
    await first.typeCode(code)
    // Between zero and the time that a login takes.
    await first.page.waitForTimeout((closing * 600) / closings + Math.random() * 100)
    await first.page.close()

    const again = createVisitor({ page: await first.context.newPage(), stack, mailbox })
    await again.demo.open(options)
    await expect(again.demo.output('Status')).toHaveText(/^(dis)?connected$/)
    const isConnected = (await again.demo.output('Status').textContent()) === 'connected'
    const left = isConnected ? await again.address() : undefined
    if (left) shown += 1

    const otherBrowser = await newVisitor()
    await otherBrowser.demo.open(options)
    await otherBrowser.askFor(email)
    await expect(otherBrowser.demo.view('Register Device')).toBeVisible()
    await expect
      .poll(async () => (await mailbox.all(email)).filter(({ text }) => text.includes('/device#')).length)
      .toBe(2)
    await otherBrowser.approveDevice(email)
    await otherBrowser.typeCode(await mailbox.code(email, [code]))
    const address = await otherBrowser.address()
    if (left) expect(address).toBe(left)
    await Promise.all([first.context.close(), otherBrowser.context.close()])
  }
  test
    .info()
    .annotations.push({ type: 'closed', description: `${closings} times, ${shown} with a session left` })
})
