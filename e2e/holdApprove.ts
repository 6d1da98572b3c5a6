import { expect, type Page } from '@playwright/test'
import { restPointer } from './restPointer.ts'

/** Approves a request of high risk in the wallet window: presses and holds Approve until the window closes. */
export async function holdApprove(opened: Page): Promise<void> {
  const button = opened.getByRole('button', { name: 'Approve' })
  await button.hover()
  await expect(button).toHaveAttribute('data-armed', '')
  await restPointer(opened)
  await opened.mouse.down()
  // On a busy machine the page receives the press late, and counts from then on.
  await expect(button).toHaveAttribute('data-holding', '')
  await opened.waitForTimeout(1700)
  await Promise.all([opened.waitForEvent('close'), opened.mouse.up()])
}
