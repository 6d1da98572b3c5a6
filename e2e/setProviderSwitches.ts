import { expect } from '@playwright/test'
import type { Stack } from './stack.ts'

/** How a local provider behaves; what is missing is off. */
export type ProviderSwitches = { coop?: string; deny?: boolean; slow?: boolean; tokenError?: boolean }

/** Sets how the local providers behave; those without an entry behave well. The people keep their accounts. */
export async function setProviderSwitches(
  { identityUrl }: Stack,
  switches: Record<string, ProviderSwitches> = {},
): Promise<void> {
  const url = `${identityUrl}/switches`
  const { people } = (await (await fetch(url)).json()) as { people: unknown }
  const { ok } = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...switches, people }),
  })
  expect(ok).toBe(true)
}
