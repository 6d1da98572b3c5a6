import type { BrowserContext, FrameLocator, Locator, Page } from '@playwright/test'
import { giveNewAccounts } from './giveNewAccounts.ts'
import type { Stack } from './stack.ts'
import { test as base, createDemo, type Demo, expect } from './test.ts'

export interface Mail {
  id: string
  to: string
  subject: string
  text: string
  receivedAt: string
}

/** The developer's inbox. Each test uses its own address. */
export interface Mailbox {
  /** Returns a new address. */
  address(): string
  /** Waits for a mail with a link and returns the newest link that is not in `known`. */
  link(to: string, known?: readonly string[]): Promise<string>
  /** Links that were approved; a newer mail may not have arrived yet. */
  approved: string[]
  /** Waits for a mail with a code and returns the newest code that is not in `known`. */
  code(to: string, known?: readonly string[]): Promise<string>
  all(to: string): Promise<readonly Mail[]>
}

export function createMailbox({ mailUrl }: Stack): Mailbox {
  let count = 0
  async function all(to: string): Promise<readonly Mail[]> {
    const response = await fetch(`${mailUrl}/api/messages?to=${encodeURIComponent(to)}`)
    return (await response.json()) as Mail[]
  }
  async function find(to: string, pattern: RegExp, known: readonly string[] = []): Promise<string> {
    let found: string | undefined
    await expect
      .poll(
        async () => {
          for (const { text } of await all(to)) {
            found = pattern.exec(text)?.[0]
            if (found !== undefined && !known.includes(found)) return true
          }
          return false
        },
        // The mail passes through the page, the vault and the inbox, each of which may be slow.
        { message: `a mail to ${to}`, timeout: 30_000 },
      )
      .toBe(true)
    return found as string
  }
  return {
    address: () => `visitor-${Date.now().toString(36)}-${++count}@example.org`,
    link: (to, known) => find(to, /https?:\/\/\S+\/device#\S+/, known),
    approved: [],
    code: (to, known) => find(to, /^[0-9A-HJKMNP-TV-Z]{6}(?=\r?$)/m, known),
    all,
  }
}

/** Reads the digits that the modal, the wallet's own page, or its frame (`shown`) shows until the link is approved. */
export async function readDigits(page: Page, shown?: Locator): Promise<string> {
  const digits = shown ?? page.locator('.match > :is(b, strong)')
  await expect(digits).toHaveText(/^\d{2}$/)
  return (await digits.textContent()) as string
}

/** A visitor's actions with the embedded wallet. */
export interface Visitor {
  page: Page
  demo: Demo
  frame: FrameLocator
  /** Enters the e-mail address in the Connect view. */
  askFor(email: string): Promise<void>
  /** Opens the mailed link in another tab, types the digits that this page, or `shown` in it, shows, and clicks Approve. */
  approveDevice(email: string, shown?: Locator): Promise<void>
  typeCode(code: string): Promise<void>
  /** Logs in with the modal closed, in a browser that is new to the wallet; returns the address. */
  logIn(email: string): Promise<string>
  address(): Promise<string>
}

export function createVisitor({
  page,
  stack,
  mailbox,
}: {
  page: Page
  stack: Stack
  mailbox: Mailbox
}): Visitor {
  const demo = createDemo(page, stack)
  const frame = page.frameLocator('#w3m-iframe')
  const visitor: Visitor = {
    page,
    demo,
    frame,
    async askFor(email) {
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
      const view = demo.view('Connect Wallet')
      await view.getByRole('textbox', { name: 'Email' }).fill(email)
      await view.getByRole('button', { name: 'Continue', exact: true }).click()
    },
    async approveDevice(email, shown) {
      const link = await mailbox.link(email, mailbox.approved)
      mailbox.approved.push(link)
      const device = await page.context().newPage()
      await device.goto(link)
      await device.getByRole('textbox', { name: 'Digits' }).fill(await readDigits(page, shown))
      await device.getByRole('button', { name: 'Approve' }).click()
      await expect(device.getByRole('heading', { name: 'Approved', exact: true })).toBeVisible()
      await device.close()
    },
    async typeCode(code) {
      await expect(demo.view('Confirm Email')).toBeVisible()
      await frame.getByRole('textbox', { name: 'Verification code' }).fill(code)
    },
    async logIn(email) {
      await visitor.askFor(email)
      await expect(demo.view('Register Device')).toBeVisible()
      await visitor.approveDevice(email)
      await visitor.typeCode(await mailbox.code(email))
      return visitor.address()
    },
    async address() {
      await expect(demo.output('Status')).toHaveText('connected')
      const text = await demo.output('Address').textContent()
      expect(text).toMatch(/0x[0-9a-fA-F]{40}/)
      return /0x[0-9a-fA-F]{40}/.exec(text ?? '')?.[0] as string
    },
  }
  return visitor
}

/** `test` with the wallet's site, the vault and an inbox. In each test the people have new accounts at the providers. */
export const test = base.extend<{
  accounts: undefined
  mailbox: Mailbox
  visitor: Visitor
  newVisitor: () => Promise<Visitor & { context: BrowserContext }>
}>({
  accounts: [
    async ({ stack }, use) => {
      await giveNewAccounts(stack)
      await use(undefined)
    },
    { auto: true },
  ],
  mailbox: async ({ stack, embedded: _ }, use) => {
    await use(createMailbox(stack))
  },
  visitor: async ({ page, stack, mailbox, faults: _ }, use) => {
    await use(createVisitor({ page, stack, mailbox }))
  },
  /** Creates a visitor with another browser profile. */
  newVisitor: async ({ browser, stack, mailbox }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      return { ...createVisitor({ page: await context.newPage(), stack, mailbox }), context }
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }
