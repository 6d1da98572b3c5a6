import { type Sites, startSites } from './attacks/startSites.ts'
import { choosePerson, socialLegs } from './choosePerson.ts'
import { openSocialHost } from './openSocialHost.ts'
import { setProviderSwitches } from './setProviderSwitches.ts'
import { expect, test } from './testWithWallet.ts'

/** `SOCIAL_MATRIX=all` runs every cell; without it each combination runs with one provider. */
const isWhole = process.env.SOCIAL_MATRIX === 'all'

const providers = Object.keys(socialLegs)
/** One after the other: the vault opens a wallet in a few new browsers a day. */
const people = [/^Cleo/, /^Ben/, /^Ada/]
const cellsEach = 4
const policies = ['none', 'same-origin-allow-popups', 'same-origin']
const combinations = policies.flatMap((providerPolicy) =>
  ['none', 'same-origin'].flatMap((hostPolicy) =>
    [true, false].map((opensWindow) => ({ providerPolicy, hostPolicy, opensWindow })),
  ),
)

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
      for (const [number, { providerPolicy, hostPolicy, opensWindow }] of cells.entries())
        await test.step(`provider ${providerPolicy}, host ${hostPolicy}, ${opensWindow ? 'window' : 'blocked'}`, async () => {
          const started = Date.now()
          await setProviderSwitches(stack, { [provider]: { coop: providerPolicy } })
          const { context } = await newVisitor()
          const coop = hostPolicy === 'none' ? undefined : hostPolicy
          const host = await openSocialHost(context, stack, { site, provider, opensWindow, coop })
          const button = host.page.getByRole('button', { name: 'Continue' })
          let window = opensWindow ? await host.press() : await button.click()
          // The window cannot reach the frame, or there is none: the frame opens one.
          if (!window || coop) {
            if (window)
              await expect(window.getByRole('status')).toHaveText('Go back to the page where you began.')
            const opened = context.waitForEvent('page')
            await host.frame.getByRole('button', { name: /^Continue to / }).click()
            window = await opened
          }
          await choosePerson(window, { name: people[Math.floor(number / cellsEach)] as RegExp, provider })
          const { uri = '' } = (await host.result()) ?? {}
          const { type, payload } = await host.connect(uri)
          expect([type, payload]).toEqual([
            'CONNECT_SOCIAL_SUCCESS',
            expect.objectContaining({ address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) }),
          ])
          await expect(host.frame.getByRole('heading')).toHaveCount(0)
          addresses.push(payload.address)
          await context.close()
          if (isWhole)
            console.log(
              [
                provider,
                providerPolicy,
                hostPolicy,
                opensWindow ? 'window' : 'blocked',
                `${Date.now() - started} ms`,
              ].join(' | '),
            )
        })
      // Each person has one wallet, whatever the policies.
      expect(new Set(addresses).size).toBe(Math.ceil(cells.length / cellsEach))
    })
  }
})
