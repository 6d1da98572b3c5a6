import type { BrowserContext, Frame, Page } from '@playwright/test'
import { restPointer } from '../restPointer.ts'
import { type Stack, startStack } from '../stack.ts'
import { createMailbox, expect, type Mailbox, test as withWallet } from '../testWithWallet.ts'
import { installHost } from './installHost.ts'
import { type Sites, startSites } from './startSites.ts'

/** A browser with a visitor who is logged in on the site `app`, which may embed the wallet. */
export interface Victim {
  context: BrowserContext
  email: string
  address: string
  /** Secrets that only the visitor and the servers may know. */
  secrets: { code: string; link: string }
  traffic: Traffic[]
}

/** A request of a page and its response. */
export interface Traffic {
  /** Origin of the document that sent the request. */
  from: string
  url: string
  sent: string
  received: string
}

export interface WalletPage {
  page: Page
  /** The wallet's document. */
  wallet: Frame
}

interface WorkerFixtures {
  sites: Sites
  mailboxOfAll: Mailbox
  victim: Victim
}

interface Fixtures {
  /** Opens a page of the site `app` with the wallet in the victim's browser. */
  openApp(parameters?: { path?: string; style?: string }): Promise<WalletPage>
  /** URL of the wallet's frame for the project of `app`. */
  frameUrl: string
}

/**
 * `test` with foreign sites, a gateway with one allowed origin per project, and storage that is partitioned by site as
 * in a normal browser. Playwright disables that by default.
 */
export const test = withWallet.extend<Fixtures, WorkerFixtures>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      // The last --disable-features flag replaces Playwright's, whose other features are not needed here.
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

/** Embeds the wallet in an allowed page and performs the handshake. */
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

/** Sends a request from the page and waits for the wallet's response. */
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

/** Requests the signature of a text without waiting for the response. */
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

/** Returns the wallet's responses so far. */
export function answerTo(
  page: Page,
  id: string,
  frame = 'wallet',
): Promise<{ type: string; payload: unknown } | undefined> {
  return page.evaluate(([name, requestId]) => window.host.frames[name]?.answerTo(requestId), [
    frame,
    id,
  ] as const)
}

/** Resets the rate limit of this page, which the tests would exceed. */
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

/** Clicks Approve after the pointer has been over it for a while, as a person does. */
export async function approve(wallet: Frame): Promise<void> {
  const button = wallet.getByRole('button', { name: 'Approve' })
  await button.hover()
  await expect(button).toHaveAttribute('data-armed', '')
  await restPointer(wallet.page())
  await button.click()
}

/** Hides from pages that the browser is automated: the wallet trusts the pointer of an automated browser more. */
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
  const started = (await ask(page, 'CONNECT_EMAIL', { email })).payload
  expect(started).toMatchObject({ action: 'VERIFY_DEVICE' })
  const link = await mailbox.link(email)
  const device = await context.newPage()
  await device.goto(link)
  await device.getByRole('textbox', { name: 'Digits' }).fill(`${started.matchCode}`)
  await device.getByRole('button', { name: 'Approve' }).click()
  await expect(device.getByRole('heading', { name: 'Approved', exact: true })).toBeVisible()
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

/** Records every request and response of all pages and frames of this browser. */
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
      // The page was closed before the response could be read.
    }
  })
  return traffic
}
