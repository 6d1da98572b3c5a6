import { recoverMessageAddress } from 'viem'
import { type Sites, startSites } from './attacks/startSites.ts'
import { checkWalletPage } from './checkWalletPage.ts'
import { choosePerson, socialLegs } from './choosePerson.ts'
import { openSocialHost, type SocialHost } from './openSocialHost.ts'
import { setProviderSwitches } from './setProviderSwitches.ts'
import { expect, test } from './testWithWallet.ts'

const ada = { email: 'ada@example.com', userName: 'Ada Moreau' }
const ben = { email: 'ben@example.com', userName: 'Ben Keller' }

/** Completes a login whose window has closed; returns the address. */
async function finish(host: SocialHost, person = ada): Promise<string> {
  const { uri = '' } = (await host.result()) ?? {}
  const { type, payload } = await host.connect(uri)
  const isPerson = expect.objectContaining({ ...person, chainId: 'eip155:31337' })
  expect([type, payload]).toEqual(['CONNECT_SOCIAL_SUCCESS', isPerson])
  expect((await host.ask('GET_USER')).payload).toMatchObject({ address: payload.address, ...person })
  return `${payload.address}`
}

test.describe('logging in at a provider', () => {
  let sites: Sites
  let site: string
  test.beforeAll(async () => {
    sites = await startSites()
    site = `http://localhost:${new URL(sites.origin('any')).port}`
  })
  test.afterAll(() => sites.close())
  test.afterEach(({ stack }) => setProviderSwitches(stack))

  test('behavior: one wallet, from every browser and whatever the provider’s opener policy is', async ({
    stack,
    newVisitor,
    embedded: _,
  }) => {
    test.setTimeout(120_000)
    const addresses: string[] = []
    for (const coop of ['none', 'same-origin-allow-popups', 'same-origin']) {
      await setProviderSwitches(stack, { google: { coop } })
      const { context } = await newVisitor()
      const host = await openSocialHost(context, stack, { site })
      await choosePerson(await host.press(), { name: /^Ada/ })
      addresses.push(await finish(host))
    }
    expect(addresses[0]).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(new Set(addresses).size).toBe(1)
  })

  test('behavior: the frame opens the window if the page’s was blocked, or cannot reach it', async ({
    stack,
    newVisitor,
    embedded: _,
  }) => {
    test.setTimeout(120_000)
    for (const change of [{ opensWindow: false }, { coop: 'same-origin' }]) {
      const { context } = await newVisitor()
      const host = await openSocialHost(context, stack, { site, ...change })
      const stray = change.coop ? await host.press() : undefined
      if (stray) await expect(stray.getByRole('status')).toHaveText('Go back to the page where you began.')
      else await host.page.getByRole('button', { name: 'Continue', exact: true }).click()
      await expect(host.frame.getByRole('heading', { name: 'Log in with Google' })).toBeVisible()
      const opened = context.waitForEvent('page')
      await host.frame.getByRole('button', { name: 'Continue to Google' }).click()
      await choosePerson(await opened, { name: /^Ben/ })
      expect(await finish(host, ben)).toMatch(/^0x[0-9a-fA-F]{40}$/)
      await expect(host.frame.getByRole('heading')).toHaveCount(0)
    }
  })

  test('behavior: Apple, which returns with a form', async ({ stack, newVisitor, embedded: _ }) => {
    const { context } = await newVisitor()
    const host = await openSocialHost(context, stack, { site, provider: 'apple' })
    await choosePerson(await host.press(), { name: /^Ada/, provider: 'apple' })
    const { uri = '' } = (await host.result()) ?? {}
    const { type, payload } = await host.connect(uri)
    expect([type, payload]).toEqual([
      'CONNECT_SOCIAL_SUCCESS',
      expect.objectContaining({ accounts: [{ address: payload.address, type: 'eoa' }] }),
    ])
  })

  for (const [provider, person] of [
    ['github', { userName: 'ada_moreau', email: 'ada@example.com' }],
    ['discord', { userName: 'ada_moreau', email: 'ada@example.com' }],
    ['x', { userName: 'ada_moreau' }],
    ['facebook', { userName: 'Ada Moreau' }],
  ] as const)
    test(`behavior: ${provider} gives each server a code, and connects`, async ({
      stack,
      newVisitor,
      embedded: _,
    }) => {
      test.setTimeout(120_000)
      const addresses: string[] = []
      for (const coop of ['none', 'same-origin']) {
        await setProviderSwitches(stack, { [provider]: { coop } })
        const { context } = await newVisitor()
        const finishes: { path: string; params: { code?: string } }[] = []
        context.on('request', (request) => {
          const { pathname: path } = new URL(request.url())
          if (request.method() === 'POST' && /\/(social|second)\/finish$/.test(path))
            finishes.push({ path, ...request.postDataJSON() })
        })
        const host = await openSocialHost(context, stack, { site, provider })
        await choosePerson(await host.press(), { name: /^Ada/, provider })
        const { uri = '' } = (await host.result()) ?? {}
        const { type, payload } = await host.connect(uri)
        expect([type, payload]).toEqual(['CONNECT_SOCIAL_SUCCESS', expect.objectContaining(person)])
        if (!('email' in person)) expect(payload).not.toHaveProperty('email')
        // A request without the server's nonce is repeated.
        const codesAt = (end: string) =>
          new Set(finishes.flatMap(({ path, params }) => (path.endsWith(end) ? [params.code] : [])))
        const [ofGateway, ofVault] = [codesAt('/second/finish'), codesAt('/social/finish')]
        expect([ofGateway.size, ofVault.size]).toEqual([1, 1])
        expect([...ofGateway]).not.toEqual([...ofVault])
        addresses.push(`${payload.address}`)
      }
      expect(addresses[0]).toMatch(/^0x[0-9a-fA-F]{40}$/)
      expect(new Set(addresses).size).toBe(1)
    })

  test('error: cancelled at either visit of GitHub, or failed, the frame hears at once', async ({
    stack,
    newVisitor,
    embedded: _,
  }) => {
    test.setTimeout(120_000)
    const { context } = await newVisitor()
    for (const [choices, change, reason] of [
      [[/^Cancel/], {}, 'refused'],
      [[/^Ben/, /^Cancel/], {}, 'refused'],
      [[/^Ben/], { tokenError: true }, 'failed'],
      [[], { deny: true }, 'refused'],
    ] as const) {
      await setProviderSwitches(stack, { github: change })
      const host = await openSocialHost(context, stack, { site, provider: 'github' })
      const window = await host.press()
      const closed = window.isClosed() ? undefined : window.waitForEvent('close')
      for (const [index, name] of choices.entries()) {
        const path = socialLegs.github?.[index] ?? ''
        await window.waitForURL(
          ({ searchParams }) => searchParams.get('redirect_uri')?.endsWith(path) === true,
        )
        await window.getByRole('button', { name }).click()
      }
      await closed
      expect(await host.result()).toEqual({ reason })
      expect((await host.ask('IS_CONNECTED')).payload).toEqual({ isConnected: false })
      await host.page.close()
    }
  })

  test('error: two accounts, one for each server, connect nothing', async ({
    stack,
    newVisitor,
    embedded: _,
  }) => {
    const { context } = await newVisitor()
    const host = await openSocialHost(context, stack, { site, provider: 'x' })
    const window = await host.press()
    const closed = window.waitForEvent('close')
    for (const [index, name] of [/^Ben/, /^Cleo/].entries()) {
      const path = socialLegs.x?.[index] ?? ''
      await window.waitForURL(({ searchParams }) => searchParams.get('redirect_uri')?.endsWith(path) === true)
      await window.getByRole('button', { name }).click()
    }
    await closed
    const { uri = '' } = (await host.result()) ?? {}
    const { type, payload } = await host.connect(uri)
    expect([type, payload]).toEqual([
      'CONNECT_SOCIAL_ERROR',
      expect.objectContaining({ reason: 'introduction-mismatch' }),
    ])
    expect((await host.ask('IS_CONNECTED')).payload).toEqual({ isConnected: false })
  })

  test('behavior: GitHub from a blocked window and an isolated page', async ({
    stack,
    newVisitor,
    embedded: _,
  }) => {
    test.setTimeout(120_000)
    for (const change of [{ opensWindow: false }, { coop: 'same-origin' }]) {
      const { context } = await newVisitor()
      const host = await openSocialHost(context, stack, { site, provider: 'github', ...change })
      if (change.coop) await host.press()
      else await host.page.getByRole('button', { name: 'Continue' }).click()
      const opened = context.waitForEvent('page')
      await host.frame.getByRole('button', { name: 'Continue to GitHub' }).click()
      await choosePerson(await opened, { name: /^Ben/, provider: 'github' })
      const { uri = '' } = (await host.result()) ?? {}
      expect((await host.connect(uri)).type).toBe('CONNECT_SOCIAL_SUCCESS')
    }
  })

  test('error: a login that was cancelled at the provider connects nothing', async ({
    stack,
    newVisitor,
    embedded: _,
  }) => {
    const { context } = await newVisitor()
    const host = await openSocialHost(context, stack, { site })
    await choosePerson(await host.press(), { name: /^Cancel/ })
    expect(await host.result()).toEqual({ reason: 'refused' })
    expect((await host.ask('IS_CONNECTED')).payload).toEqual({ isConnected: false })
    expect((await host.connect(`${stack.walletUrl}/social?result=x`)).type).toBe('CONNECT_SOCIAL_ERROR')
  })

  test('error: a provider that fails is a failed login', async ({ stack, newVisitor, embedded: _ }) => {
    await setProviderSwitches(stack, { google: { tokenError: true } })
    const { context } = await newVisitor()
    const host = await openSocialHost(context, stack, { site })
    await choosePerson(await host.press(), { name: /^Ada/ })
    expect(await host.result()).toEqual({ reason: 'failed' })
  })

  test('behavior: the login signs in as well', async ({ stack, newVisitor, embedded: _ }) => {
    const { context } = await newVisitor()
    const host = await openSocialHost(context, stack, { site })
    await choosePerson(await host.press(), { name: /^Ada/ })
    const signIn = { nonce: 'nonce12345678', chainId: 'eip155:31337', issuer: 'application' }
    const { uri } = (await host.result()) ?? {}
    const { address, signIn: signed } = (await host.ask('CONNECT_SOCIAL', { uri, signIn })).payload
    const { message, signature } = signed as { message: string; signature: `0x${string}` }
    expect(message).toContain(new URL(site).host)
    expect(message).toContain('Nonce: nonce12345678')
    expect(await recoverMessageAddress({ message, signature })).toBe(address)
  })

  test('error: a link with a fragment that our frame did not open goes nowhere', async ({
    stack,
    newVisitor,
    embedded: _,
  }) => {
    const { context } = await newVisitor()
    const host = await openSocialHost(context, stack, { site })
    const asked: string[] = []
    context.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const values = ['k', 'i', 'j'].map((letter) => letter.repeat(43))
    const link = `${stack.walletUrl}/social#google.tx_${'t'.repeat(22)}.${values.join('.')}`
    const opened = context.waitForEvent('page')
    await host.page.evaluate((url) => void window.open(url, '_blank', 'noopener'), link)
    const stray = 'Go back to the page where you began.'
    await expect((await opened).getByRole('status')).toHaveText(stray)
    const typed = await context.newPage()
    await typed.goto(link)
    await expect(typed.getByRole('status')).toHaveText(stray)
    expect(new URL(typed.url()).hash).toBe('')
    expect(asked.filter((path) => path.startsWith('/v1/social'))).toEqual([])
    // The same fragment, opened by the wallet's own site, would have been used.
    await typed.evaluate(
      (url) => void window.open(url, '_self'),
      `${link.split('#')[0]}?again#${link.split('#')[1]}`,
    )
    await expect.poll(() => asked).toContain('/v1/social/open')
  })

  test('behavior: the wallet’s page passes axe and fits a phone, in every state', async ({
    stack,
    newVisitor,
    embedded: _,
  }) => {
    test.setTimeout(120_000)
    const { context } = await newVisitor()
    const host = await openSocialHost(context, stack, { site })
    const page = await context.newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${stack.walletUrl}/social?provider=google`)
    await checkWalletPage(page, 'stray')
    await page.goto(`${stack.walletUrl}/social/google?code=c&state=s`)
    await expect(page.getByRole('heading', { name: 'The login did not work' })).toBeVisible()
    await checkWalletPage(page, 'unknown login')

    // While the vault is away, the page offers another attempt.
    const opened = await host.press()
    await expect(opened.getByRole('button', { name: /^Ada/ })).toBeVisible()
    await opened.setViewportSize({ width: 390, height: 844 })
    await context.route(`${stack.vaultUrl}/v1/social/finish`, (route) => route.abort())
    await opened.getByRole('button', { name: /^Ada/ }).click()
    const again = opened.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await checkWalletPage(opened, 'vault away')
    await context.unroute(`${stack.vaultUrl}/v1/social/finish`)
    const closed = opened.waitForEvent('close')
    await again.press('Enter')
    await closed
    await finish(host)
  })
})
