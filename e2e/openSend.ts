import type { Locator } from '@playwright/test'
import type { Demo } from './test.ts'

/** Opens the form of Send from the account. */
export async function openSend(demo: Demo): Promise<Locator> {
  await demo.openAccount('Tokens')
  await demo.view('Account').getByRole('button', { name: 'Send', exact: true }).click()
  return demo.view('Send')
}
