import type { Page } from '@playwright/test'
import type { Stack } from './stack.ts'
import { createVisitor, expect, type Mailbox } from './testWithWallet.ts'

/** Logs in on the wallet's own page in a browser that is new to the wallet; returns the code. */
export async function openWalletPage({
  page,
  stack,
  mailbox,
  email,
  used = [],
}: {
  page: Page
  stack: Stack
  mailbox: Mailbox
  email: string
  /** Codes of earlier logins. */
  used?: readonly string[]
}): Promise<string> {
  await page.goto(`${stack.walletUrl}/manage`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await createVisitor({ page, stack, mailbox }).approveDevice(email)
  const code = await mailbox.code(email, used)
  await page.getByRole('textbox', { name: 'Verification code' }).fill(code)
  await expect(page.getByRole('heading', { name: 'My wallet', exact: true })).toBeVisible()
  return code
}
