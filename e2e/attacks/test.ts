import type { BrowserContext, Frame, Page } from '@playwright/test'
import { type Stack, startStack } from '../stack.ts'
import { createMailbox, expect, type Mailbox, test as withWallet } from '../testWithWallet.ts'
import { installHost } from './installHost.ts'
import { type Sites, startSites } from './startSites.ts'

/** A browser whose visitor is logged in on the site `app`, which is allowed to show the wallet. */
export interface Victim {
  context: BrowserContext
  email: string
  address: string
  /** What only the visitor and the servers may know. */
  secrets: { code: string; link: string }
  traffic: Traffic[]
}

/** One exchange of a page, and which page's. */
export interface Traffic {
  /** Origin of the document that asked. */
  from: string
  url: string
  sent: string
  received: string
}

export interface WalletPage {
  page: Page
  /** The wallet's own document. */
  wallet: Frame
}

interface WorkerFixtures {
  sites: Sites
  mailboxOfAll: Mailbox
  victim: Victim
}

interface Fixtures {
  /** Opens a page of the site `app` in the victim's browser, with the wallet in it. */
  openApp(parameters?: { path?: string; style?: string }): Promise<WalletPage>
  /** Where the wallet's frame is for the project of `app`. */
  frameUrl: string
}

/**
 * `test` with sites of strangers, a gateway that knows exactly one allowed origin for each project, and a browser that parts
 * its storage by the site that is visited, as browsers do. Playwright switches that off.
 */
export const test = withWallet.extend<Fixtures, WorkerFixtures>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      // The last one counts; what Playwright puts there too is not needed here.
      const args = [...(launchOptions.args ?? []), '--disable-features=HttpsUpgrades,MediaRouter,Translate']
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const sites = await startSites()
      await use(sites)
      await sites.close()
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ sites }, use) => {
      const stack = await startStack({
        env: (demoUrl) => ({
          GATEWAY_OPEN: '0',
          LOG_LEVEL: 'info',
          PROJECTS: JSON.stringify({
            local: { name: 'Local', allowedOrigins: [demoUrl] },
            app: { name: 'App', allowedOrigins: [sites.origin('app')] },
          }),
        }),
      })
      await use(stack)
      await stack.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  mailboxOfAll: [
    async ({ stack, embedded: _ }, use) => {
      await use(createMailbox(stack))
    },
    { scope: 'worker' },
  ],
  victim: [
    async ({ browser, stack, sites, mailboxOfAll }, use) => {
      const context = await browser.newContext({ viewport: { width: 1000, height: 900 } })
      const victim = await logIn({ context, stack, sites, mailbox: mailboxOfAll })
      await use(victim)
      await context.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  frameUrl: async ({ stack }, use) => {
    await use(toFrameUrl(stack))
  },
  openApp: async ({ victim, stack, sites }, use) => {
    const pages: Page[] = []
    await use(async ({ path = '/', style } = {}) => {
      const page = await victim.context.newPage()
      pages.push(page)
      await page.goto(`${sites.origin('app')}${path}`)
      return { page, wallet: await embedWallet(page, { src: toFrameUrl(stack), style }) }
    })
    for (const page of pages) await page.close()
  },
})

export { expect }

export function toFrameUrl({ walletUrl }: Stack, projectId = 'app'): string {
  const query = new URLSearchParams({
    projectId,
    chainId: 'eip155:31337',
    version: '4',
    enableLogger: 'false',
  })
  return `${walletUrl}/?${query}`
}

/** Puts the wallet into an allowed page and shakes hands with it. */
export async function embedWallet(
  page: Page,
  { src, name = 'wallet', style }: { src: string; name?: string; style?: string | undefined },
): Promise<Frame> {
  const isWelcome = await page.evaluate(async (frame) => (await window.host.embed(frame)).greet(), {
    name,
    src,
    ...(style === undefined ? {} : { style }),
  })
  expect(isWelcome).toBe(true)
  const element = await page.evaluateHandle((frame) => window.host.frames[frame]?.element, name)
  const frame = await element.asElement()?.contentFrame()
  if (!frame) throw new Error('The wallet has no document.')
  return frame
}

/** Sends a request of the page and waits for the wallet's answer. */
export function ask(
  page: Page,
  type: string,
  payload?: unknown,
): Promise<{ type: string; payload: Record<string, never> }> {
  return page.evaluate(([name, body]) => window.host.frames.wallet?.ask(name, body) as never, [
    type,
    payload,
  ] as [string, unknown])
}

/** Asks for the signature of a text, and does not wait. */
export function askSignature(
  page: Page,
  { address, text = 'Hello', frame = 'wallet' }: { address: string; text?: string; frame?: string },
): Promise<string> {
  const payload = { method: 'personal_sign', params: [text, address] }
  return page.evaluate(([name, body]) => window.host.frames[name]?.send('RPC_REQUEST', body) as string, [
    frame,
    payload,
  ] as const)
}

/** What the wallet has answered so far. */
export function answerTo(
  page: Page,
  id: string,
  frame = 'wallet',
): Promise<{ type: string; payload: unknown } | undefined> {
  return page.evaluate(([name, asked]) => window.host.frames[name]?.answerTo(asked), [frame, id] as const)
}

/** Forgets how often this page has asked, as an hour would: the tests ask more often than a page may. */
export function forgetLimits(wallet: Frame): Promise<void> {
  return wallet.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('wallet')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('parts', 'readwrite')
          const parts = transaction.objectStore('parts')
          const keys = parts.getAllKeys()
          keys.onsuccess = () => {
            for (const key of keys.result) if (String(key).includes('limits ')) parts.delete(key)
          }
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
  )
}

/** Presses Approve as a person does: whose pointer has been there for a while. */
export async function approve(wallet: Frame): Promise<void> {
  const button = wallet.getByRole('button', { name: 'Approve' })
  await button.hover()
  await expect(button).toHaveAttribute('data-armed', '')
  await wallet.page().waitForTimeout(500)
  await button.click()
}

/** A browser that nobody drives, as far as pages can tell: the wallet trusts a driven one's pointer more. */
export function actAsVisitor(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }),
  )
}

async function logIn({
  context,
  stack,
  sites,
  mailbox,
}: {
  context: BrowserContext
  stack: Stack
  sites: Sites
  mailbox: Mailbox
}): Promise<Victim> {
  await context.addInitScript(installHost)
  await actAsVisitor(context)
  const traffic = recordTraffic(context)
  const email = mailbox.address()
  const page = await context.newPage()
  await page.goto(sites.origin('app'))
  const wallet = await embedWallet(page, { src: toFrameUrl(stack) })
  expect((await ask(page, 'CONNECT_EMAIL', { email })).payload).toMatchObject({ action: 'VERIFY_DEVICE' })
  const link = await mailbox.link(email)
  const device = await context.newPage()
  await device.goto(link)
  await device.getByRole('button', { name: 'Approve' }).click()
  await expect(device.getByRole('button', { name: 'Approve' })).toBeHidden()
  await device.close()
  expect((await ask(page, 'CONNECT_DEVICE')).payload).toEqual({ status: 'approved' })
  const entered = ask(page, 'CONNECT_OTP')
  const code = await mailbox.code(email)
  await wallet.getByRole('textbox', { name: 'Verification code' }).fill(code)
  expect((await entered).type).toBe('CONNECT_OTP_SUCCESS')
  const user = await ask(page, 'GET_USER')
  await page.close()
  return {
    context,
    email,
    address: user.payload.address as unknown as string,
    secrets: { code, link: link.split('#')[1] as string },
    traffic,
  }
}

/** Keeps every exchange of every page and frame of this browser. */
function recordTraffic(context: BrowserContext): Traffic[] {
  const traffic: Traffic[] = []
  context.on('requestfinished', async (request) => {
    try {
      const response = await request.response()
      const [sent, received] = await Promise.all([request.allHeaders(), response?.allHeaders()])
      const body = await response?.text().catch(() => '')
      traffic.push({
        from: new URL(request.isNavigationRequest() ? request.url() : request.frame().url()).origin,
        url: request.url(),
        sent: `${JSON.stringify(sent)}\n${request.postData() ?? ''}`,
        received: `${JSON.stringify(received)}\n${body}`,
      })
    } catch {
      // The page has gone, and the exchange with it.
    }
  })
  return traffic
}
