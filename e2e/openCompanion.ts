import type { Browser, Locator, Page } from '@playwright/test'
import type { Stack } from './stack.ts'
import { expect } from './test.ts'

/** The companion wallet in its own browser context, as on another device. */
export interface Companion {
  page: Page
  /** Pastes a connection link. */
  pair(uri: string): Promise<void>
  question(title: string | RegExp): Locator
  /** Waits for a question and approves it. */
  approve(title: string | RegExp): Promise<void>
  reject(title: string | RegExp): Promise<void>
  /** Applications it is connected to. */
  connections: Locator
  close(): Promise<void>
}

/** Opens the companion wallet. Adds its page errors, and requests to foreign hosts, to `faults`. */
export async function openCompanion({
  browser,
  stack,
  faults,
}: {
  browser: Browser
  stack: Stack
  faults: string[]
}): Promise<Companion> {
  const context = await browser.newContext({ viewport: { width: 600, height: 900 } })
  const page = await context.newPage()
  const allowedPorts = [stack.companionUrl, stack.gatewayUrl, ...Object.values(stack.rpcUrls)].map(
    (url) => new URL(url).port,
  )
  page.on('pageerror', (error) => faults.push(`companion: ${error.message}`))
  page.on('request', (request) => {
    if (!allowedPorts.includes(new URL(request.url()).port))
      faults.push(`companion: requested ${request.url()}`)
  })
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/i.test(message.text()))
      faults.push(`companion: ${message.text()}`)
  })
  await page.goto(stack.companionUrl)
  // The page is built on the first request.
  await expect(page.getByRole('status')).toContainText('Ready', { timeout: 30_000 })
  const question = (title: string | RegExp) => page.getByRole('article', { name: title })
  return {
    page,
    async pair(uri) {
      await page.getByRole('textbox', { name: 'Connection link' }).fill(uri)
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
    },
    question,
    approve: (title) => question(title).getByRole('button', { name: 'Approve' }).click(),
    reject: (title) => question(title).getByRole('button', { name: 'Reject' }).click(),
    connections: page.getByRole('button', { name: 'Disconnect' }),
    close: () => context.close(),
  }
}
