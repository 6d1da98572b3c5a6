import type { Stack } from './stack.ts'
import { stubLogin } from './stubLogin.ts'
import { expect, type Visitor } from './testWithWallet.ts'
import { type CheckWalletView, findFrame } from './visitWalletRequests.ts'

/** Visits the steps of a login by e-mail in each language. */
export async function visitLoginSteps({
  visitor: { page, demo, frame },
  stack,
  tags,
  check,
}: {
  visitor: Visitor
  stack: Stack
  tags: readonly string[]
  check(tag: string): CheckWalletView
}): Promise<void> {
  const answer = await stubLogin(page.context(), stack)
  for (const tag of tags) {
    for (const step of ['code', 'link'] as const) {
      await demo.open({ options: { signIn: 'off', language: tag }, wallets: 'none' })
      // The kit waits between two mails, also those of other pages.
      await page.evaluate(() => localStorage.clear())
      answer(step)
      await page.getByTestId('connect-button').first().click()
      await page.getByTestId('wui-email-input').fill(`${step}@example.org`)
      await page.keyboard.press('Enter')
      if (step === 'link') await expect(demo.dialog.locator('.digits')).toHaveText('47')
      else await expect(frame.locator('.code')).toBeVisible()
      const shown = step === 'link' ? page : findFrame(page, stack)
      await check(tag)(`login: ${step}`, { page, frame: shown })
      await page.keyboard.press('Escape')
      await expect(demo.dialog).toBeHidden()
    }
  }
}
