import type { Page } from '@playwright/test'

/** EIP-6963 details of a wallet, valid or not. */
export interface Announced {
  name: unknown
  rdns: unknown
  icon: unknown
}

/** Announces wallets that never respond (EIP-6963) in an open page. */
export async function announce(page: Page, wallets: readonly Announced[]): Promise<void> {
  // As JSON, because passing strings directly would replace lone surrogates.
  await page.evaluate((json) => {
    for (const info of JSON.parse(json) as object[]) {
      const provider = { request: () => new Promise(() => {}), on() {}, removeListener() {} }
      const detail = { info: { uuid: crypto.randomUUID(), ...info }, provider }
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
  }, JSON.stringify(wallets))
}
