import { expect, test } from './test.ts'

test.describe('sign-in', () => {
  test('behavior: after a declined signature the view stays, and the next signature signs in', async ({
    demo,
  }) => {
    await demo.open()
    await demo.connect()
    await demo.wallet((wallet) => wallet.setPolicy('reject'))
    const view = demo.view('Sign In')
    await view.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(view.getByTestId('wui-snackbar-message')).toHaveText('Signature declined')
    await expect(demo.output('Session')).toHaveText('–')
    await demo.wallet((wallet) => wallet.setPolicy('approve'))
    await view.getByRole('button', { name: /^(Sign|Try again)$/ }).click()
    await expect(demo.output('Session')).toContainText('eip155:31337')
    await expect(demo.dialog).toBeHidden()
  })

  test('behavior: optional: Cancel closes the modal, the wallet stays connected, and a reload does not ask again', async ({
    page,
    demo,
  }) => {
    await demo.open()
    await demo.connect()
    await demo.view('Sign In').getByRole('button', { name: 'Cancel' }).click()
    await expect(demo.dialog).toBeHidden()
    await expect(demo.output('Status')).toHaveText('connected')
    await page.reload()
    await expect(demo.output('Status')).toHaveText('connected')
    await expect(demo.dialog).toBeHidden()
  })

  test('behavior: required: closing is refused, Cancel disconnects and shows Connect', async ({
    page,
    demo,
  }) => {
    await demo.open({ options: { signIn: 'required' } })
    await demo.connect()
    const view = demo.view('Sign In')
    await expect(view).toBeVisible()
    await page.keyboard.press('Escape')
    await view.getByRole('button', { name: 'Close' }).click()
    await page.mouse.click(5, 5)
    await expect(view).toBeVisible()
    await view.getByRole('button', { name: 'Cancel' }).click()
    await expect(demo.view('Connect Wallet')).toBeVisible()
    await expect(demo.output('Status')).toHaveText('disconnected')
  })

  test('error: sign-in code that cannot be loaded disconnects and says so; the next connection loads it', async ({
    page,
    demo,
  }) => {
    let failures = 0
    await page.route(/watchSignIn[^/]*\.js/, (route) => {
      failures += 1
      return route.abort()
    })
    await demo.open()
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    const view = demo.view('Connect Wallet')
    await view.getByRole('button', { name: /^Dev Wallet/ }).click()
    await expect(view.getByTestId('wui-snackbar-message')).toHaveText(
      'A problem occurred while trying initialize authentication',
    )
    await expect(demo.output('Status')).toHaveText('disconnected')
    expect(failures).toBeGreaterThan(0)
    await page.unroute(/watchSignIn[^/]*\.js/)
    await view.getByRole('button', { name: /^Dev Wallet/ }).click()
    await demo.signIn()
    await expect(demo.output('Session')).toContainText('eip155:31337')
  })

  test('behavior: a request to a wallet that never signs can be repeated', async ({ demo }) => {
    await demo.open()
    await demo.connect()
    await demo.wallet((wallet) => wallet.setPolicy('hang'))
    const view = demo.view('Sign In')
    await view.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect.poll(() => demo.wallet((wallet) => wallet.pending.length)).toBe(1)
    await view.getByRole('button', { name: 'Cancel' }).click()
    await expect(demo.dialog).toBeHidden()
    await expect(demo.output('Status')).toHaveText('connected')
  })

  test('behavior: another account must sign in itself', async ({ demo }) => {
    await demo.open()
    await demo.connect()
    await demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(demo.dialog).toBeHidden()
    await demo.wallet((wallet) => wallet.switchAccount(1))
    await expect(demo.view('Sign In')).toBeVisible()
    await demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(demo.output('Session')).toContainText('0x70997970')
  })

  test('behavior: the gateway is killed between challenge and signature: reported, and the next try works', async ({
    demo,
    stack,
  }) => {
    await demo.open()
    await demo.connect()
    const view = demo.view('Sign In')
    await expect(view).toBeVisible()
    await stack.stop('gateway')
    await view.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(view.getByText(/can’t be reached|does not answer/i).first()).toBeVisible()
    await stack.start('gateway')
    await view.getByRole('button', { name: /^(Sign|Try again)$/ }).click()
    await expect(demo.output('Session')).toContainText('eip155:31337')
  })

  test('behavior: a session that the gateway has confirmed survives kill -9', async ({
    page,
    demo,
    stack,
  }) => {
    await demo.open()
    await demo.connect()
    await demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(demo.output('Session')).toContainText('eip155:31337')
    await stack.stop('gateway')
    await stack.start('gateway')
    await page.reload()
    await expect(demo.output('Session')).toContainText('eip155:31337')
    const token = await page.evaluate(() => localStorage.getItem('@appkit/siwx-auth-token'))
    const [bearer] = Object.values(JSON.parse(token ?? '{}')) as string[]
    const me = await fetch(`${stack.gatewayUrl}/auth/v1/me?projectId=local`, {
      headers: { authorization: `Bearer ${bearer}` },
    })
    expect(me.status).toBe(200)
  })

  test('behavior: without a gateway the session is verified and stored in the page', async ({
    page,
    demo,
  }) => {
    await demo.open({ options: { gateway: false } })
    await demo.connect()
    await demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(demo.output('Session')).toContainText('eip155:31337')
    await page.reload()
    await expect(demo.output('Session')).toContainText('eip155:31337')
  })
})
