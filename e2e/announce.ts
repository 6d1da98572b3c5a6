import type { Page } from '@playwright/test'

/** What a wallet says of itself, whatever that is. */
export interface Announced {
  name: unknown
  rdns: unknown
  icon: unknown
}

/** Announces wallets that never answer, by EIP-6963, in a page that is open. */
export async function announce(page: Page, wallets: readonly Announced[]): Promise<void> {
  // As JSON: the way into the page would mend lone surrogates.
  await page.evaluate((json) => {
    for (const info of JSON.parse(json) as object[]) {
      const provider = { request: () => new Promise(() => {}), on() {}, removeListener() {} }
      const detail = { info: { uuid: crypto.randomUUID(), ...info }, provider }
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
  }, JSON.stringify(wallets))
}
