import type { Page } from '@playwright/test'

/**
 * Leaves the pointer where it is for as long as the wallet must have followed it before a press. The button may be armed before
 * the pointer arrives, so that waiting for the button alone is not enough.
 */
export function restPointer(page: Page): Promise<void> {
  return page.waitForTimeout(500)
}
