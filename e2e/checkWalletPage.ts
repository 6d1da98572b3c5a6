import type { Page } from '@playwright/test'
import { checkLayout } from './checkLayout.ts'
import { findViolations, smallTargets } from './createViewCheck.ts'
import { findOverflow } from './findOverflow.ts'
import { expect } from './test.ts'

/**
 * Checks a view of the wallet's own page: targets, overflow in both directions, axe in both themes, and the layout.
 *
 * @param least height of targets in pixels; by default that of a phone
 */
export async function checkWalletPage(page: Page, view: string, least = 44): Promise<void> {
  // The page draws only once it has checked whether this browser has a wallet.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect.soft(await smallTargets(page, least), `${view}: targets below ${least} px`).toEqual([])
  expect.soft(await narrowButtons(page), `${view}: buttons that leave half of their row empty`).toEqual([])
  for (const direction of ['rtl', 'ltr']) {
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
    expect.soft(await findOverflow(page), `${view}, ${direction}`).toEqual([])
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect.soft(await findViolations(page, colorScheme), `${view}, ${colorScheme}`).toEqual([])
  }
  await checkLayout(page, view)
}

/** Returns the buttons that stand alone in a row for two. */
function narrowButtons(page: Page): Promise<string[]> {
  return page
    .locator('.buttons > button:only-child')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.clientWidth < (button.parentElement?.clientWidth ?? 0) - 1)
        .map((button) => button.textContent ?? ''),
    )
}
