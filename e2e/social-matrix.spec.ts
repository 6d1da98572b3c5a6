import type { BrowserContext, Page } from '@playwright/test'
import { type Sites, startSites } from './attacks/startSites.ts'
import { chooseInTab, choosePerson, socialLegs } from './choosePerson.ts'
import { openSocialHost, type SocialHost } from './openSocialHost.ts'
import { setProviderSwitches } from './setProviderSwitches.ts'
import type { Stack } from './stack.ts'
import { expect, test } from './testWithWallet.ts'

/** `SOCIAL_MATRIX=all` runs every cell; without it each combination runs with one provider. */
const isWhole = process.env.SOCIAL_MATRIX === 'all'

const providers = Object.keys(socialLegs)
/** One after the other: the vault opens a wallet in a few new browsers a day. */
const people = [/^Cleo/, /^Ben/, /^Ada/]
const cellsEach = 6
const policies = ['none', 'same-origin-allow-popups', 'same-origin']
const combinations = policies.flatMap((providerPolicy) =>
  ['none', 'same-origin'].flatMap((hostPolicy) =>
    (['window', 'blocked', 'redirect'] as const).map((way) => ({ providerPolicy, hostPolicy, way })),
  ),
)

interface Visit {
  context: BrowserContext
  stack: Stack
  /** Origin of the host page, and its opener policy. */
  site: string
  coop: string | undefined
  person: { name: RegExp; provider: string }
}

/** Each opens a host page and logs in at the provider. */
const visits = {
  async window({ context, stack, site, coop, person }: Visit) {
    const host = await openSocialHost(context, stack, { site, coop, provider: person.provider })
    const window = await host.press()
    if (coop) await expect(window.getByRole('status')).toHaveText('Go back to the page where you began.')
    // It cannot reach the frame: the frame opens one.
    await choosePerson(coop ? await openFromFrame(context, host) : window, person)
    return { host, uri: await uriOf(host) }
  },
  async blocked({ context, stack, site, coop, person }: Visit) {
    const host = await openSocialHost(context, stack, {
      site,
      coop,
      provider: person.provider,
      opensWindow: false,
    })
    await host.page.getByRole('button', { name: 'Continue' }).click()
    await choosePerson(await openFromFrame(context, host), person)
    return { host, uri: await uriOf(host) }
  },
  async redirect({ context, stack, site, coop, person }: Visit) {
    const { provider } = person
    const host = await openSocialHost(context, stack, {
      site,
      coop,
      provider,
      opensWindow: false,
      returns: true,
    })
    const pages = context.pages().length
    await host.page.getByRole('button', { name: 'Continue' }).click()
    await host.frame.getByRole('button', { name: /^Continue to / }).click()
    await chooseInTab(host.page, person)
    const uri = await host.comeBack()
    expect(context.pages()).toHaveLength(pages)
    return { host, uri }
  },
}

async function openFromFrame(context: BrowserContext, host: SocialHost): Promise<Page> {
  const opened = context.waitForEvent('page')
  await host.frame.getByRole('button', { name: /^Continue to / }).click()
  return opened
}

async function uriOf(host: SocialHost): Promise<string> {
  const { uri = '' } = (await host.result()) ?? {}
  return uri
}

test.describe('social logins under every opener policy', () => {
  let sites: Sites
  let site: string
  test.beforeAll(async () => {
    sites = await startSites()
    site = `http://localhost:${new URL(sites.origin('any')).port}`
  })
  test.afterAll(() => sites.close())
  test.afterEach(({ stack }) => setProviderSwitches(stack))

  for (const [index, provider] of providers.entries()) {
    const cells = combinations.filter((_, number) => isWhole || number % providers.length === index)
    test(`behavior: ${provider} connects, always to the same wallet`, async ({
      stack,
      newVisitor,
      embedded: _,
    }) => {
      test.setTimeout(30_000 + cells.length * 20_000)
      const addresses: unknown[] = []
      for (const [number, { providerPolicy, hostPolicy, way }] of cells.entries())
        await test.step(`provider ${providerPolicy}, host ${hostPolicy}, ${way}`, async () => {
          const started = Date.now()
          await setProviderSwitches(stack, { [provider]: { coop: providerPolicy } })
          const { context } = await newVisitor()
          const coop = hostPolicy === 'none' ? undefined : hostPolicy
          const person = { name: people[Math.floor(number / cellsEach)] as RegExp, provider }
          const { host, uri } = await visits[way]({ context, stack, site, coop, person })
          const { type, payload } = await host.connect(uri)
          expect([type, payload]).toEqual([
            'CONNECT_SOCIAL_SUCCESS',
            expect.objectContaining({ address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) }),
          ])
          await expect(host.frame.getByRole('heading')).toHaveCount(0)
          addresses.push(payload.address)
          await context.close()
          if (isWhole)
            console.log([provider, providerPolicy, hostPolicy, way, `${Date.now() - started} ms`].join(' | '))
        })
      // Each person has one wallet, whatever the policies.
      expect(new Set(addresses).size).toBe(Math.ceil(cells.length / cellsEach))
    })
  }

  test('behavior: Farcaster, which opens no window, connects on any page, or says that a new device waits', async ({
    stack,
    newVisitor,
    embedded: _,
  }) => {
    for (const coop of [undefined, 'same-origin']) {
      const { context } = await newVisitor()
      const host = await openSocialHost(context, stack, { site, coop, opensWindow: false })
      const { url } = (await host.ask('GET_FARCASTER_URI')).payload
      const connected = host.ask('CONNECT_FARCASTER')
      const app = await context.newPage()
      await app.goto(`${url}`)
      await app.getByRole('button', { name: /^Ada/ }).click()
      const { type, payload } = await connected
      const outcome = type.endsWith('_SUCCESS') ? 'connected' : payload.reason
      // The wallet of the first page is open in another browser then.
      expect(['connected', 'device-held']).toContain(outcome)
      await context.close()
      if (isWhole) console.log(['farcaster', coop ?? 'none', outcome].join(' | '))
    }
  })
})
