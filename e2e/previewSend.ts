import type { Locator } from '@playwright/test'
import { fillSend, type Payment } from './fillSend.ts'
import type { Demo } from './test.ts'

/** Opens the preview of a payment. */
export async function previewSend(demo: Demo, payment: Payment): Promise<Locator> {
  const form = await fillSend(demo, payment)
  await form.getByRole('button', { name: 'Preview send' }).click()
  return demo.view('Preview Send')
}
