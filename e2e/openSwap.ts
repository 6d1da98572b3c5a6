import type { Locator, Page } from '@playwright/test'
import { type Demo, expect } from './test.ts'

/** Opens the form of Swap from the account, and waits until the coin is chosen. */
export async function openSwap({
  page,
  demo,
  coin,
}: {
  page: Page
  demo: Demo
  coin: string
}): Promise<Locator> {
  await page.getByTestId('account-button').first().click()
  await demo.view('Account').getByRole('button', { name: 'Swap', exact: true }).click()
  const form = demo.view('Swap')
  await expect(form.getByRole('button', { name: `Change token, now ${coin}` })).toBeVisible()
  return form
}
