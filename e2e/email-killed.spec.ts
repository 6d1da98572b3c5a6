import { createVisitor, expect, test } from './testWithWallet.ts'

// The tab is closed somewhere between the typed code and the address, in a browser with its real storage. Every awaited step
// has its test in apps/wallet; what is different here is that nothing of the page lives on.
const closings = Number(process.env.TAB_KILLS ?? 1)

test('behavior: a tab closed while the wallet is made or opened leaves one wallet, which recovers', async ({
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
    // Between nothing and all that logging in takes.
    await first.page.waitForTimeout((closing * 600) / closings + Math.random() * 100)
    await first.page.close()

    const again = createVisitor({ page: await first.context.newPage(), stack, mailbox })
    await again.demo.open(options)
    await expect(again.demo.output('Status')).toHaveText(/^(dis)?connected$/)
    const isConnected = (await again.demo.output('Status').textContent()) === 'connected'
    const left = isConnected ? await again.address() : undefined
    if (left) shown += 1

    const elsewhere = await newVisitor()
    await elsewhere.demo.open(options)
    await elsewhere.askFor(email)
    await expect(elsewhere.demo.view('Register Device')).toBeVisible()
    await expect
      .poll(async () => (await mailbox.all(email)).filter(({ text }) => text.includes('/device#')).length)
      .toBe(2)
    await elsewhere.approveDevice(email)
    await elsewhere.typeCode(await mailbox.code(email, [code]))
    const address = await elsewhere.address()
    if (left) expect(address).toBe(left)
    await Promise.all([first.context.close(), elsewhere.context.close()])
  }
  test
    .info()
    .annotations.push({ type: 'closed', description: `${closings} times, ${shown} with a session left` })
})
