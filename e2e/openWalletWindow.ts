import { expect, type Frame, type FrameLocator, type Page } from '@playwright/test'

/** Continues a request of high risk in the wallet window, and returns the window. */
export async function openWalletWindow(
  page: Page,
  wallet: Frame | FrameLocator,
  heading = 'Signature request',
): Promise<Page> {
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    wallet.getByRole('button', { name: 'Open wallet' }).click(),
  ])
  await expect(opened.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  return opened
}
