import type { BrowserContext, Page } from '@playwright/test'
import { chooseInTab } from '../choosePerson.ts'
import { openSocialHost, type SocialHost } from '../openSocialHost.ts'
import type { Stack } from '../stack.ts'
import { expect, test } from '../testWithWallet.ts'
import { type Sites, startSites } from './startSites.ts'

// An attacker starts a login with a key of their own, in a browser that they control, and has a victim finish it: in a page of
// theirs, or in an allowed page whose script is theirs.

/** How often each attack is repeated. */
const rounds = Number(process.env.ATTACK_ROUNDS ?? 1)

/** Servers that finish a login hear of it at these paths. */
const finishing = /\/(social|second)\/(open|finish)$/

/** What the attacker has: the address that their frame opens, with the ticket of their login in its fragment. */
interface Lure {
  fragment: string
  host: SocialHost
}

async function startOwnLogin(
  context: BrowserContext,
  stack: Stack,
  site: string,
  returns: boolean,
): Promise<Lure> {
  // The attacker controls this browser: the frame's own window shows what it would open.
  await context.addInitScript(() => {
    window.open = (url) => {
      document.title = `${url}`
      return null
    }
  })
  const host = await openSocialHost(context, stack, { site, opensWindow: false, returns })
  await host.page.getByRole('button', { name: 'Continue' }).click()
  await host.frame.getByRole('button', { name: 'Continue to Google' }).click()
  const frame = host.page.frames().find((each) => each !== host.page.mainFrame())
  const opened = (await frame?.evaluate(() => document.title)) ?? ''
  expect(opened).toContain('#google.tx_')
  return { fragment: new URL(opened).hash, host }
}

/** Ways to have a victim's browser show the wallet's page with the attacker's login. */
const lures: Record<string, (page: Page, url: string) => Promise<unknown>> = {
  'a link': (page, url) => page.evaluate((to) => location.assign(to), url),
  'a link in a new tab': (page, url) => page.evaluate((to) => void open(to, '_blank', 'noopener'), url),
  'a window': (page, url) => page.evaluate((to) => void open(to), url),
  'a window that is led there later': (page, url) =>
    page.evaluate((to) => {
      const opened = open('about:blank')
      if (opened) opened.location.href = to
    }, url),
  'a form': (page, url) =>
    page.evaluate((to) => {
      const form = document.createElement('form')
      form.action = to
      form.target = '_blank'
      document.body.append(form)
      form.submit()
    }, url),
  'a frame of the page': (page, url) =>
    page.evaluate((to) => {
      const frame = document.createElement('iframe')
      frame.src = to
      document.body.append(frame)
    }, url),
}

/** What a page does to the window that it has opened, to give it a ticket: its own frames answer, and it answers for them. */
async function answerHellos(page: Page, url: string, fragment: string): Promise<void> {
  await page.evaluate(
    ([to = '', hash = '']) => {
      const [provider, tx, ticket, introduction, jkt] = hash.slice(1).split('.')
      const answer = (challenge: unknown) => ({
        ...{ type: 'portico/social', challenge, provider, tx, ticket, introduction, jkt },
      })
      const code = `onmessage = ({ data, ports }) => parent.postMessage({ data, ports: ports.length }, '*')`
      for (const sandbox of ['allow-scripts', 'allow-scripts allow-same-origin']) {
        const frame = document.createElement('iframe')
        frame.setAttribute('sandbox', sandbox)
        frame.srcdoc = `<script>${code}</script>`
        document.body.append(frame)
      }
      const heard: unknown[] = []
      Object.assign(window, { heard })
      addEventListener('message', ({ data }) => {
        if (data?.data?.type === 'portico/social-hello') heard.push(data)
      })
      const opened = open(to)
      setInterval(() => {
        for (const target of ['*', new URL(to).origin])
          opened?.postMessage(answer('c'.repeat(43)), target, [new MessageChannel().port2])
      }, 50)
    },
    [url, fragment],
  )
}

test.describe('a login of somebody else', () => {
  let sites: Sites
  test.beforeAll(async () => {
    sites = await startSites()
  })
  test.afterAll(() => sites.close())

  test('error: whoever opens the attacker’s page, callback or result finishes nothing', async ({
    stack,
    newVisitor,
    embedded: _,
  }) => {
    test.setTimeout(60_000 + rounds * 60_000)
    const site = `http://localhost:${new URL(sites.origin('any')).port}`
    const attacker = await newVisitor()
    const { fragment, host } = await startOwnLogin(attacker.context, stack, site, false)
    const { context } = await newVisitor()
    const asked: string[] = []
    context.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    const { walletUrl } = stack
    const targets = [
      `${walletUrl}/social?provider=google${fragment}`,
      `${walletUrl}/social${fragment}`,
      `${walletUrl}/social/google?code=attacker&state=${'s'.repeat(43)}`,
      `${walletUrl}/social/github/second?code=attacker&state=${'s'.repeat(43)}`,
    ]
    let count = 0
    for (let round = 0; round < rounds; round += 1)
      for (const from of [site, sites.origin('evil')])
        for (const url of targets)
          for (const [name, lure] of Object.entries(lures)) {
            const page = await context.newPage()
            await page.goto(`${from}/`)
            const before = context.pages().length
            await lure(page, url)
            if (/window|tab|form/.test(name)) await expect.poll(() => context.pages().length).toBe(before + 1)
            // A window with an opener waits for a frame that started its login, as long as the victim looks at it.
            if (name.includes('window') && url.includes('#')) await page.waitForTimeout(700)
            else if (!name.includes('frame'))
              await expect((context.pages().at(-1) as Page).getByRole('status')).toHaveText(
                /Go back to the page where you began/,
              )
            count += 1
            for (const other of context.pages().slice(1)) await other.close()
          }
    expect(count).toBe(48 * rounds)
    expect(asked.filter((path) => finishing.test(path))).toEqual([])
    expect((await host.ask('IS_CONNECTED')).payload).toMatchObject({ isConnected: false })
  })

  test('error: a script in an allowed page gets no login of its own finished, whatever it answers the wallet’s window', async ({
    stack,
    newVisitor,
    embedded: _,
  }) => {
    test.setTimeout(60_000 + rounds * 30_000)
    const site = `http://localhost:${new URL(sites.origin('any')).port}`
    const attacker = await newVisitor()
    const { fragment, host } = await startOwnLogin(attacker.context, stack, site, false)
    const { context } = await newVisitor()
    const asked: string[] = []
    context.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    for (let round = 0; round < 5 * rounds; round += 1) {
      const page = await context.newPage()
      await page.goto(`${site}/`)
      const opened = page.waitForEvent('popup')
      await answerHellos(page, `${stack.walletUrl}/social?provider=google`, fragment)
      const window = await opened
      await window.getByText('One moment…').waitFor()
      // Several hellos.
      await page.waitForTimeout(1000)
      expect(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([])
      await expect(window.getByText('One moment…')).toBeVisible()
      await window.close()
      await page.close()
    }
    expect(asked.filter((path) => finishing.test(path))).toEqual([])
    expect((await host.ask('IS_CONNECTED')).payload).toMatchObject({ isConnected: false })
  })

  test('error: a script in an allowed page logs nobody in with a result of its own, and the result is worth nothing then', async ({
    stack,
    newVisitor,
    embedded: _,
  }) => {
    test.setTimeout(60_000 + rounds * 60_000)
    const site = `http://localhost:${new URL(sites.origin('any')).port}`
    for (let round = 0; round < 2 * rounds; round += 1) {
      const attacker = await newVisitor()
      const own = await openSocialHost(attacker.context, stack, { site, opensWindow: false, returns: true })
      await own.page.getByRole('button', { name: 'Continue' }).click()
      await own.frame.getByRole('button', { name: 'Continue to Google' }).click()
      await chooseInTab(own.page, { name: /^Cleo/, provider: 'google' })
      const uri = await own.comeBack()

      const victim = await newVisitor()
      const theirs = await openSocialHost(victim.context, stack, { site, opensWindow: false, returns: true })
      // With a login of the victim under way, and without.
      const isUnderWay = round % 2 === 0
      if (isUnderWay) {
        await theirs.page.getByRole('button', { name: 'Continue' }).click()
        await expect(theirs.frame.getByRole('button', { name: 'Continue to Google' })).toBeVisible()
      }
      expect((await theirs.connect(uri)).payload).toMatchObject({ reason: 'transaction-expired' })
      expect((await theirs.ask('IS_CONNECTED')).payload).toMatchObject({ isConnected: false })
      // The vault has seen the attacker's handle with another key.
      if (isUnderWay)
        expect((await own.connect(uri)).payload).toMatchObject({ reason: 'transaction-expired' })
      await attacker.context.close()
      await victim.context.close()
    }
  })
})
