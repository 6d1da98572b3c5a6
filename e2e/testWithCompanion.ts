import type { Page } from '@playwright/test'
import { type Companion, openCompanion } from './openCompanion.ts'
import { test as base, type Demo, expect } from './test.ts'

/** `test` with the companion wallet, as on another device. */
export const test = base.extend<{ wallet: Companion }>({
  wallet: async ({ browser, companion: _, stack, faults }, use) => {
    const wallet = await openCompanion({ browser, stack, faults })
    await use(wallet)
    await wallet.close()
  },
})

/** Opens the view with the QR code. */
export async function openCode(page: Page, demo: Demo): Promise<void> {
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await demo
    .view('Connect Wallet')
    .getByRole('button', { name: /^WalletConnect/ })
    .click()
  await expect(demo.view('WalletConnect').getByRole('img', { name: 'QR code' })).toBeVisible()
}

/** Copies the URI in the view with the QR code. */
export async function copyLink(page: Page, demo: Demo): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await demo.view('WalletConnect').getByTestId('copy-wc2-uri').click()
  const read = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(read).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  return read()
}

/** Connects a demo that was opened with `signIn: 'off'`. */
export async function connectRemote(page: Page, demo: Demo, wallet: Companion): Promise<void> {
  await openCode(page, demo)
  await wallet.pair(await copyLink(page, demo))
  await wallet.approve('Connect to this application?')
  await expect(demo.output('Status')).toHaveText('connected')
  await expect(demo.dialog).toBeHidden()
  await expect(wallet.connections).toHaveCount(1)
}

export { expect }
