import type { Page } from '@playwright/test'
import type { Stack } from './stack.ts'

const cors = { 'access-control-allow-origin': '*' }

/**
 * Offers logins with Farcaster on Connect, and answers in place of gateway and vault: they start a login, and refuse what the
 * app has signed. Wallet site, relay and app are real.
 *
 * @returns the bodies with a signed message that the vault got
 */
export async function offerFarcaster(page: Page, { gatewayUrl, vaultUrl }: Stack): Promise<unknown[]> {
  const claims: unknown[] = []
  await page.route(`${gatewayUrl}/appkit/v1/config*`, async (route) => {
    const response = await route.fetch()
    const { features } = (await response.json()) as { features: { id: string; config: string[] | null }[] }
    for (const feature of features)
      if (feature.id === 'social_login') feature.config = ['email', 'google', 'farcaster']
    await route.fulfill({ response, json: { features } })
  })
  await page.route(`${gatewayUrl}/wallet/v1/introductions/social*`, (route) =>
    route.fulfill({ headers: cors, json: { id: 'd'.repeat(43), challenge: 'c'.repeat(43), second: false } }),
  )
  await page.route(`${vaultUrl}/v1/farcaster/start`, (route) =>
    route.fulfill({
      headers: cors,
      json: { tx: `tx_${'1'.repeat(22)}`, expiresAt: new Date(Date.now() + 300_000).toISOString() },
    }),
  )
  await page.route(`${vaultUrl}/v1/farcaster/claim`, (route) => {
    claims.push(route.request().postDataJSON())
    return route.fulfill({
      status: 403,
      headers: cors,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Refused', status: 403, code: 'siwf-invalid' },
    })
  })
  return claims
}
