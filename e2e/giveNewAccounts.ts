import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import type { Stack } from './stack.ts'

/**
 * Gives the people of the identity server accounts that nobody has used. The vault opens a wallet in a few new browsers a day,
 * which all tests that log in as the same people would share.
 */
export async function giveNewAccounts({ identityUrl }: Stack): Promise<void> {
  const { ok } = await fetch(`${identityUrl}/switches`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ people: { accounts: randomUUID() } }),
  })
  expect(ok).toBe(true)
}
