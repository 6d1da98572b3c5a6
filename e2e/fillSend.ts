import type { Locator } from '@playwright/test'
import { openSend } from './openSend.ts'
import type { Demo } from './test.ts'

export interface Payment {
  /** The start of the token's name. */
  token: RegExp
  amount: string
  to: string
}

/** Opens the form of Send from the account and fills it. */
export async function fillSend(demo: Demo, { token, amount, to }: Payment): Promise<Locator> {
  const form = await openSend(demo)
  await form.getByRole('button', { name: 'Select token' }).last().click()
  await demo.view('Select Token').getByRole('button', { name: token }).click()
  await form.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await form.getByRole('textbox', { name: 'To' }).fill(to)
  return form
}
