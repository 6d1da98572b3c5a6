import type { BrowserContext } from '@playwright/test'
import type { Stack } from './stack.ts'

/**
 * Answers the start of a login in place of the servers, which send few mails: with a link that nobody approves, or as to a browser that
 * needs a code only.
 */
export async function stubLogin(
  context: BrowserContext,
  { vaultUrl, gatewayUrl }: Stack,
): Promise<(next: 'link' | 'code') => void> {
  let next: 'link' | 'code' = 'link'
  const headers = { 'access-control-allow-origin': '*' }
  await context.route(`${vaultUrl}/v1/email/start*`, (route) =>
    route.fulfill({
      headers,
      json: {
        tx: `tx_${'a'.repeat(22)}`,
        ...(next === 'link' ? { action: 'VERIFY_DEVICE', matchCode: '47' } : { action: 'VERIFY_OTP' }),
        expiresAt: new Date(Date.now() + 600_000).toISOString(),
        resendAfter: 0,
      },
    }),
  )
  await context.route(`${gatewayUrl}/wallet/v1/introductions*`, (route) =>
    route.fulfill({ headers, json: { id: 'a'.repeat(43), known: next === 'code', format: 'long' } }),
  )
  await context.route(`${vaultUrl}/v1/device/inspect*`, (route) =>
    route.fulfill({
      headers,
      json: {
        ...{ kind: 'sign-in', origin: 'https://app.example', browser: 'Firefox', system: 'Windows' },
        ...{ country: 'DE', email: 'somebody@example.org' },
        expiresAt: new Date(Date.now() + 600_000).toISOString(),
      },
    }),
  )
  // Never answered.
  await context.route(`${vaultUrl}/v1/email/device*`, () => {})
  return (chosen) => {
    next = chosen
  }
}
