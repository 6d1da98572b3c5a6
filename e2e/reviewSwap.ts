import type { Locator } from '@playwright/test'
import { type Demo, expect } from './test.ts'

/** Enters the amount of a swap, and opens its preview. Returns the modal, whose heading changes once the swap is under way. */
export async function reviewSwap(demo: Demo, amount: string): Promise<Locator> {
  await demo.view('Swap').getByRole('textbox', { name: 'You pay' }).fill(amount)
  await demo.view('Swap').getByRole('button', { name: 'Review swap' }).click()
  const preview = demo.view('Preview Swap')
  await expect(preview.getByTestId('details-least')).toBeVisible()
  return demo.dialog
}
