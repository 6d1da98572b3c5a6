import { expect } from '@playwright/test'
import type { Stack } from './stack.ts'

/** How a local provider behaves; what is missing is off. */
export type ProviderSwitches = { coop?: string; deny?: boolean; slow?: boolean; tokenError?: boolean }

/** Sets how the local providers behave; those without an entry behave well. */
export async function setProviderSwitches(
  { identityUrl }: Stack,
  switches: Record<string, ProviderSwitches> = {},
): Promise<void> {
  const names = ['google', 'apple', 'github', 'discord', 'x', 'facebook', 'farcaster']
  const { ok } = await fetch(`${identityUrl}/switches`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(names.map((name) => [name, switches[name] ?? {}]))),
  })
  expect(ok).toBe(true)
}
